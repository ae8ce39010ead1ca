/** Why an answer has fewer results than were asked for, as every format says it. Pure. */

import type { CutBy, SearchResult } from '../base/searchTypes.ts';

const WHY: Record<Exclude<CutBy, 'limit'>, string> = {
  budget: 'cut by the budget of tokens',
  relevance: 'the rest is far less relevant',
};

/**
 * @param nothing why no file passes the filters: see explainFilters
 * @returns the answer with its sentence: `12 of 50: nothing else in the index matches.`
 */
export function withFewer<T extends Omit<SearchResult, 'fewer'>>(
  result: T,
  nothing: string | null = null,
): T & Pick<SearchResult, 'fewer'> {
  const { asked, cutBy, filtered, results } = result;
  const found = results.filter(({ why }) => !why.include).length;
  if (nothing !== null) return { ...result, fewer: nothing };
  if (asked === null || found >= asked) return { ...result, fewer: null };
  const exhausted = filtered ? 'nothing else that the filters leave matches' : 'nothing else in the index matches';
  const why = cutBy === null || cutBy === 'limit' ? exhausted : WHY[cutBy];
  return { ...result, fewer: `${found} of ${asked}: ${why}.` };
}
