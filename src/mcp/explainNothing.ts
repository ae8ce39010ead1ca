/** Why an answer is empty, in words that say what to ask instead. Pure. */

import { oneLine } from '../search/renderResult.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import { explainFilters } from '../view/explainFilters.ts';

interface File {
  path: string;
  language: string;
}

/** Languages and folders that are named. */
const MOST_NAMED = 8;

export function explainNothing(
  files: readonly File[],
  { paths, languages, kinds, extensions = [] }: Pick<SearchRequest, 'paths' | 'languages' | 'kinds' | 'extensions'>,
): string {
  const filteredOut = explainFilters(files, { paths, languages, extensions });
  if (filteredOut !== null) return oneLine(filteredOut);
  const filters = [
    ...paths.map((path) => `path ${path}`),
    ...languages.map((language) => `language ${language}`),
    ...extensions.map((extension) => `extension ${extension}`),
    ...kinds.map((kind) => `kind ${kind}`),
  ];
  const folders = tally(files.map(({ path }) => (path.includes('/') ? `${path.split('/', 1)[0]}/` : path)));
  return filters.length === 0
    ? `Nothing found in ${files.length} files. Use words that the code itself would use, or grep for a part of a name. At the top of the repository: ${folders}.`
    : `Nothing found with ${filters.join(', ')}. Leave filters out, or change them. At the top of the repository: ${folders}.`;
}

/** `src/ (120), docs/ (8)` */
function tally(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const named = sorted.slice(0, MOST_NAMED).map(([name, count]) => `${oneLine(name)} (${count})`);
  return [...named, ...(sorted.length > MOST_NAMED ? ['…'] : [])].join(', ');
}

export function explainNoMatch(pattern: string, paths: readonly string[], languages: readonly string[]): string {
  const filters = [...paths, ...languages];
  const where =
    filters.length === 0 ? 'no file that belongs to the index' : `nothing that ${filters.join(', ')} lets through`;
  return `${JSON.stringify(pattern)} matches ${where}. Try ignoreCase, a part of it, or fixed for plain text; what is generated, vendored or ignored is not searched.`;
}

/** @param relation 'is called', 'mentions' */
export function explainNoName(
  relation: string,
  name: string,
  { path, lang, kind }: { path: readonly string[]; lang: readonly string[]; kind: readonly string[] },
  files: readonly File[],
  near: readonly string[] = [],
): string {
  const filteredOut = explainFilters(files, { paths: path, languages: lang });
  if (filteredOut !== null) return oneLine(filteredOut);
  const filters = [...path, ...lang, ...kind];
  const within = filters.length === 0 ? '' : ` Only what ${filters.join(', ')} lets through was looked at.`;
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
  return oneLine(`Nothing ${relation} ${name}.${meant}${within}`);
}
