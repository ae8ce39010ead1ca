/** What --path, --lang and --kind let through. */

import { matchGlobs } from '../git/matchGlobs.ts';
import type { Options } from '../settings/options.ts';
import { checkFilters } from '../view/checkFilters.ts';

/**
 * @param of what has the kinds
 * @returns lets an item without a kind pass, whatever --kind says
 * @throws CoraError USAGE, BAD_PATTERN
 */
export function matcherOf(
  options: Pick<Options, 'path' | 'lang' | 'kind'>,
  of: 'chunks' | 'mentions' = 'chunks',
): (item: { path: string; language: string; kind?: string }) => boolean {
  checkFilters({ languages: options.lang, kinds: options.kind }, of);
  const byPath = options.path === undefined || options.path.length === 0 ? null : matchGlobs(options.path);
  const languages = new Set((options.lang ?? []).map((language) => language.toLowerCase()));
  const kinds = new Set(options.kind ?? []);
  return ({ path, language, kind }) =>
    (byPath?.(path) ?? true) &&
    (languages.size === 0 || languages.has(language)) &&
    (kinds.size === 0 || kind === undefined || kinds.has(kind));
}
