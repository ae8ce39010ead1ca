/** --lang and --kind that nothing can have: a typing error must not look like an empty answer. */

import { type CommandName, CoraError, languageNames, nearest, type Options } from '../index.ts';
import type { ReferenceKind } from '../types.ts';
import { KINDS } from './chunkKinds.ts';

const MENTIONS: readonly ReferenceKind[] = ['call', 'import', 'inherit', 'type', 'link'];

/** @throws CoraError USAGE */
export function checkFilters(command: CommandName, { lang = [], kind = [] }: Options): void {
  const languages = languageNames();
  for (const name of lang) {
    if (languages.includes(name.toLowerCase())) continue;
    const near = nearest(name, languages);
    throw new CoraError('USAGE', `No language is called "${name}".`, {
      hint: near === undefined ? 'cora files --json   names the language of each file' : `--lang ${near}?`,
    });
  }
  const kinds: readonly string[] = command === 'refs' ? MENTIONS : KINDS;
  for (const name of kind) {
    if (kinds.includes(name)) continue;
    throw new CoraError('USAGE', `No kind is called "${name}".`, { hint: `--kind takes ${kinds.join(', ')}` });
  }
}
