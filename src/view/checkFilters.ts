/**
 * Languages and kinds that nothing can have: a typing error must not look like an empty answer.
 * Every entry asks here.
 */

import { CoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { languageNames } from '../languages/languages.ts';
import { CHUNK_KINDS, MENTION_KINDS } from '../settings/optionSpec.ts';

/** @throws CoraError USAGE that names the nearest right value */
export function checkFilters(
  { languages = [], kinds = [] }: { languages?: readonly string[]; kinds?: readonly string[] },
  of: 'chunks' | 'mentions' = 'chunks',
): void {
  const known = languageNames();
  for (const name of languages) {
    if (known.includes(name.toLowerCase())) continue;
    throw refused('language', name, nearName(name, known), `The languages: ${known.join(', ')}.`);
  }
  const allowed: readonly string[] = of === 'mentions' ? MENTION_KINDS : CHUNK_KINDS;
  for (const name of kinds) {
    if (allowed.includes(name)) continue;
    throw refused('kind', name, nearName(name, allowed), `The kinds: ${allowed.join(', ')}.`);
  }
}

/** Also by its beginning: `func`, `py`. */
function nearName(name: string, known: readonly string[]): string | undefined {
  const begin = name.toLowerCase();
  return nearest(name, known) ?? (begin.length > 1 ? known.find((one) => one.startsWith(begin)) : undefined);
}

function refused(what: string, name: string, near: string | undefined, all: string): CoraError {
  return new CoraError('USAGE', `No ${what} is called "${name}".`, {
    hint: near === undefined ? all : `Did you mean ${near}?`,
  });
}
