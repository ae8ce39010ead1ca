/** Lets through what --path, --lang and --kind ask for. */

import { matchGlobs } from '../git/matchGlobs.ts';
import type { FilterSettings } from '../settings/requests.ts';
import { checkFilters } from '../view/checkFilters.ts';

/**
 * @param of what has the kinds
 * @returns lets an item without a kind pass, whatever --kind says
 * @throws CoraError USAGE, BAD_PATTERN
 */
export function matcherOf(
  { paths, languages, kinds }: FilterSettings,
  of: 'chunks' | 'mentions' = 'chunks',
): (item: { path: string; language: string; kind?: string }) => boolean {
  checkFilters({ languages, kinds }, of);
  const byPath = paths.length === 0 ? null : matchGlobs(paths);
  const wantedLanguages = new Set(languages.map((language) => language.toLowerCase()));
  const wantedKinds = new Set(kinds);
  return ({ path, language, kind }) =>
    (byPath?.(path) ?? true) &&
    (wantedLanguages.size === 0 || wantedLanguages.has(language)) &&
    (wantedKinds.size === 0 || kind === undefined || wantedKinds.has(kind));
}
