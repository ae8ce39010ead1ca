/** --lang and --kind that nothing can have: a typing error must not look like an empty answer. */

import { CoraError, languageNames, nearest, type Options } from '../index.ts';
import { KINDS } from './chunkKinds.ts';

/** What `cora refs --kind` takes beside the kinds of chunks. */
const MENTIONS = ['call', 'import', 'inherit', 'link'];

/** @throws CoraError USAGE */
export function checkFilters({ lang = [], kind = [] }: Options): void {
  const languages = languageNames();
  for (const name of lang) {
    if (languages.includes(name.toLowerCase())) continue;
    const near = nearest(name, languages);
    throw new CoraError('USAGE', `No language is called "${name}".`, {
      hint: near === undefined ? 'cora files --json   names the language of each file' : `--lang ${near}?`,
    });
  }
  const kinds = [...KINDS, ...MENTIONS];
  for (const name of kind) {
    if (kinds.includes(name)) continue;
    throw new CoraError('USAGE', `No kind is called "${name}".`, { hint: `--kind takes ${kinds.join(', ')}` });
  }
}
