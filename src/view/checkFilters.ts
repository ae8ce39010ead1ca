/**
 * Checks the languages and kinds of filters: a typing error must not look like an empty answer.
 * Every command and server calls it.
 */

import { CoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { matchGlobs } from '../base/patterns.ts';
import { DEFAULT_LANGUAGE, languageNames, languageOf } from '../languages/languages.ts';
import { CHUNK_KINDS, MENTION_KINDS } from '../settings/optionSpec.ts';
import type { FilterSettings } from '../settings/requests.ts';

/** Other greps list files with -l. */
const FILES_ONLY = 'For names of files, --max-per-file 1 instead of -l (--lang). ';

/**
 * @param of the thing that is listed; for the lines of grep, an error also says what -l is
 * @throws CoraError USAGE that names the nearest right value
 */
export function checkFilters(
  { languages = [], kinds = [] }: { languages?: readonly string[]; kinds?: readonly string[] },
  of: 'chunks' | 'mentions' | 'lines' = 'chunks',
): void {
  languagesCalled(languages, of === 'lines' ? FILES_ONLY : '');
  const allowed: readonly string[] = of === 'mentions' ? MENTION_KINDS : CHUNK_KINDS;
  for (const name of kinds) {
    if (allowed.includes(name)) continue;
    throw refused('kind', name, nearName(name, allowed), `The kinds: ${allowed.join(', ')}.`);
  }
}

/**
 * Returns the languages of these names; `rs` and `golang` mean one, too.
 * @param hint what an error says besides
 * @throws CoraError USAGE that names the nearest
 */
export function languagesCalled(names: readonly string[], hint = ''): ReadonlySet<string> {
  const known = languageNames();
  const languageCalled = (name: string): string => {
    const lower = name.toLowerCase();
    const found = known.includes(lower) ? lower : meantLanguage(lower);
    if (found !== undefined) return found;
    throw refused('language', name, nearName(name, known), `The languages: ${known.join(', ')}.`, hint);
  };
  return new Set(names.map(languageCalled));
}

/** `js` and `rs` are extensions; others say `c++`, `c#`, `golang`. */
function meantLanguage(name: string): string | undefined {
  const meant = languageOf(`x.${name}`);
  const spelt = name.replaceAll('+', 'p').replace('#', 'sharp').replace(/lang$/, '');
  return meant === DEFAULT_LANGUAGE ? languageNames().find((known) => known === spelt) : meant;
}

/** Also matches a beginning: `func`. */
function nearName(name: string, known: readonly string[]): string | undefined {
  const begin = name.toLowerCase();
  return nearest(name, known) ?? (begin.length > 1 ? known.find((one) => one.startsWith(begin)) : undefined);
}

function refused(what: string, name: string, near: string | undefined, all: string, hint = ''): CoraError {
  return new CoraError('USAGE', `No ${what} is called "${name}".`, {
    hint: hint + (near === undefined ? all : `Did you mean ${near}?`),
  });
}

/**
 * @param of the thing that has kinds
 * @returns a test; an item without a kind always passes the filter --kind
 * @throws CoraError USAGE, BAD_PATTERN
 */
export function matcherOf(
  { paths, languages, kinds }: FilterSettings,
  of: 'chunks' | 'mentions' = 'chunks',
): (item: { path: string; language: string; kind?: string }) => boolean {
  checkFilters({ kinds }, of);
  const byPath = paths.length === 0 ? null : matchGlobs(paths);
  const wantedLanguages = languagesCalled(languages);
  const wantedKinds = new Set(kinds);
  return ({ path, language, kind }) =>
    (byPath?.(path) ?? true) &&
    (wantedLanguages.size === 0 || wantedLanguages.has(language)) &&
    (wantedKinds.size === 0 || kind === undefined || wantedKinds.has(kind));
}
