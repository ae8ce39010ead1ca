/** An answer to as much of it as a budget of tokens has room for, counted over what is printed. Pure. */

import { mostThatFits } from '../base/mostThatFits.ts';
import type { SearchHit, SearchResult } from '../base/searchTypes.ts';
import { fitTokens, tokensOfPlaced } from './fitTokens.ts';
import { wordsOfAnswer } from './queryWords.ts';
import type { Placed } from './show/placeChunk.ts';
import { withFewer } from './withFewer.ts';

/** Counts the tokens of all that is printed for an answer. */
type TokensOf = (result: SearchResult) => number;

/** The share of a budget that is too much to leave empty: the next result is then shown with fewer lines than usual. */
const WORTHWHILE = 0.15;

/**
 * Cuts from the tail: places to read next, then results, the last of them shortened; at last a diff of the history, and
 * commits. Room that no line of a result fills is for places again. The first line of the first result stays, unless even that
 * is too much: then the answer says so.
 * @param printed tokens of the answer as it is printed
 */
export function fitResult(result: SearchResult, budget: number, printed: TokensOf): SearchResult {
  const fits = (some: SearchResult): boolean => printed(some) <= budget;
  if (fits(result)) return result;
  const related = mostThatFits(-1, result.related.length - 1, (count) =>
    fits({ ...result, related: result.related.slice(0, count) }),
  );
  if (related >= 0) return { ...result, related: result.related.slice(0, related) };
  const cut = cutResults(result, budget, printed);
  if (fits(cut)) return withPlaces(cut, result, fits);
  const least = cutResults(withoutDiff(result), budget, printed);
  if (fits(least)) return least;
  const short = withFewerCommits(result, (some) => fits(cutResults(some, budget, printed)));
  const shortest = cutResults(short, budget, printed);
  const found = result.results.length;
  if (fits(shortest) || found === 0) return shortest;
  const fewer = `No result fits into a budget of ${budget} tokens: the first of ${found} takes ${printed(shortest)}.`;
  return { ...summed(short, []), fewer };
}

function withPlaces(cut: SearchResult, whole: SearchResult, fits: (some: SearchResult) => boolean): SearchResult {
  const shown = new Set(cut.results.map(({ path, chunkId }) => `${path}\0${chunkId}`));
  const others = whole.related.filter(({ path, chunkId }) => !shown.has(`${path}\0${chunkId}`));
  const first = (count: number): SearchResult => ({ ...cut, related: others.slice(0, count) });
  return first(mostThatFits(0, others.length, (count) => fits(first(count))));
}

/** Over the budget only where not even a first line fits. */
function cutResults(result: SearchResult, budget: number, printed: TokensOf): SearchResult {
  const first = (count: number): SearchResult => summed(result, result.results.slice(0, count));
  const count = mostThatFits(-1, result.results.length, (some) => printed(first(some)) <= budget);
  const kept = result.results.slice(0, Math.max(0, count));
  const next = result.results[kept.length];
  const isWhole = next === undefined || (next.isPiece === true && kept.length > 0);
  if (isWhole) return first(kept.length);
  const tokensOf = (placed: Placed): number => printed(summed(result, [...kept, shortened(next, placed)]));
  const words = wordsOfAnswer(result);
  const short = fitTokens(placedOf(next), next.signature, budget, kept.length === 0 ? words : null, tokensOf);
  const cut = short === null ? first(kept.length) : summed(result, [...kept, shortened(next, short.placed)]);
  if (kept.length === 0 || printed(cut) >= (1 - WORTHWHILE) * budget) return cut;
  const some = fitTokens(placedOf(next), next.signature, budget, words, tokensOf);
  if (some === null || some.tokens > budget || some.tokens <= printed(cut)) return cut;
  return summed(result, [...kept, shortened(next, some.placed)]);
}

/** The answer with these results alone. */
function summed(result: SearchResult, results: SearchHit[]): SearchResult {
  const tokens = results.reduce((sum, hit) => sum + hit.tokens, 0);
  // Where nothing was found, why stays.
  const nothing = result.results.length === 0 ? result.fewer : null;
  return withFewer({ ...result, related: [], truncated: true, cutBy: 'budget', tokens, results }, nothing);
}

function withoutDiff(result: SearchResult): SearchResult {
  const { gitContext } = result;
  if (gitContext?.commit == null || gitContext.commit.diff === '') return result;
  const { diff, diffLines, diffCut } = gitContext.commit;
  const cut = diffCut + diff.split('\n').length;
  return {
    ...result,
    gitContext: { ...gitContext, commit: { ...gitContext.commit, diff: '', diffLines, diffCut: cut } },
  };
}

/** Commits are named as long as something fits beside them, down to none. */
function withFewerCommits(result: SearchResult, fits: (some: SearchResult) => boolean): SearchResult {
  const { gitContext, ...others } = result;
  if (gitContext === undefined) return result;
  const { recent, matching, authors } = gitContext;
  const first = (count: number): SearchResult => {
    // An empty list would say that there is no commit.
    if (count === 0) return others;
    const lists = {
      recent: recent.slice(0, count),
      matching: matching.slice(0, count),
      authors: authors.slice(0, count),
    };
    return { ...result, gitContext: { ...gitContext, ...lists, commit: null } };
  };
  const most = Math.max(recent.length, matching.length);
  return first(
    Math.max(
      0,
      mostThatFits(-1, most, (count) => fits(first(count))),
    ),
  );
}

function placedOf({ startLine, endLine, definition, chunk, frame, text, elided }: SearchHit): Placed {
  return { startLine, endLine, definition, chunk, frame, text, ...(elided === undefined ? {} : { elided }) };
}

function shortened({ elided: _, ...hit }: SearchHit, placed: Placed): SearchHit {
  return { ...hit, ...placed, tokens: tokensOfPlaced(hit.path, placed) };
}
