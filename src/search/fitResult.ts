/**
 * Cuts an answer, or one result, to a budget of tokens. The last result is shortened rather than
 * left out, as long as it still says what it is. Pure.
 */

import { Frame, NO_FRAME } from '../base/frame.ts';
import { cutEnd } from '../base/renderText.ts';
import type { SearchHit, SearchResult } from '../base/searchTypes.ts';
import { estimateTokens, mostThatFits } from '../base/tokenBudget.ts';
import { termsOf } from '../base/words.ts';
import { withFewer } from './answerNotes.ts';
import { type QueryWords, withWords, wordsOfAnswer } from './queryWords.ts';
import { clipRanges, declares, type Excerpt, shownText } from './quoteCode.ts';
import type { Placed } from './show/placeChunk.ts';

/** Counts the tokens of a printed answer. */
type TokensOf = (result: SearchResult) => number;

/**
 * If at least this share of a budget is free, the next result is added even though it has to be cut
 * short.
 */
const WORTHWHILE = 0.15;

/** The most characters of a question that a cut answer repeats. */
const LONGEST_ECHO = 200;

/**
 * Cuts an answer to a budget. First the repeated question is shortened, then things are removed
 * from the end: places to read next, then results (the last one is shortened), finally diffs of the
 * history and commits. Room that no line of a result fits into is used for places again. The first
 * line of the first result stays. If even that is too much, the answer says so.
 * @param printed counts the tokens of the printed answer
 */
export function fitResult(whole: SearchResult, budget: number, printed: TokensOf): SearchResult {
  const fits = (some: SearchResult): boolean => printed(some) <= budget;
  if (fits(whole)) return whole;
  const result = withShortEcho(whole, printed);
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
  // The search itself has left results out for this budget.
  const first = result.cutBy === 'budget' ? 'the first' : `the first of ${found}`;
  const fewer = `No result fits into a budget of ${budget} tokens: ${first} takes ${printed(shortest)}.`;
  return { ...summed(short, []), fewer };
}

/** A format that does not repeat the question gains nothing from shortening it. */
function withShortEcho(result: SearchResult, printed: TokensOf): SearchResult {
  if (result.query.length <= LONGEST_ECHO) return result;
  const short = withWords(wordsOfAnswer(result), { ...result, query: cutEnd(result.query, LONGEST_ECHO) });
  return printed(short) < printed(result) ? short : result;
}

/** Cuts results by the tokens of their texts alone. At least one line of the first one stays. */
export function fitTexts(result: SearchResult, budget: number): SearchResult {
  if (result.tokens <= budget) return result;
  return { ...cutResults(result, budget, ({ tokens }) => tokens), related: result.related };
}

function withPlaces(cut: SearchResult, whole: SearchResult, fits: (some: SearchResult) => boolean): SearchResult {
  const shown = new Set(cut.results.map(({ path, chunkId }) => `${path}\0${chunkId}`));
  const others = whole.related.filter(({ path, chunkId }) => !shown.has(`${path}\0${chunkId}`));
  const first = (count: number): SearchResult => ({ ...cut, related: others.slice(0, count) });
  return first(mostThatFits(0, others.length, (count) => fits(first(count))));
}

/** Exceeds the budget only if not even the first line fits. */
function cutResults(result: SearchResult, budget: number, printed: TokensOf): SearchResult {
  const first = (count: number): SearchResult => summed(result, result.results.slice(0, count));
  const count = mostThatFits(0, result.results.length, (some) => printed(first(some)) <= budget);
  const kept = result.results.slice(0, count);
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

/** Returns the answer with only these results. */
function summed(result: SearchResult, results: SearchHit[]): SearchResult {
  const tokens = results.reduce((sum, hit) => sum + hit.tokens, 0);
  // If nothing was found, the reason stays.
  const nothing = result.results.length === 0 ? result.fewer : null;
  return withFewer({ ...result, related: [], truncated: true, cutBy: 'budget', tokens, results }, nothing);
}

function withoutDiff(result: SearchResult): SearchResult {
  const { gitContext } = result;
  if (gitContext?.commit == null || gitContext.commit.diff === '') return result;
  const { diff, diffLines, diffCut } = gitContext.commit;
  const commit = { ...gitContext.commit, diff: '', diffLines, diffCut: diffCut + diff.split('\n').length };
  return { ...result, gitContext: { ...gitContext, commit } };
}

/** Keeps as many commits as fit, down to none. */
function withFewerCommits(result: SearchResult, fits: (some: SearchResult) => boolean): SearchResult {
  const { gitContext, ...others } = result;
  if (gitContext === undefined || gitContext.note !== undefined) return result;
  const { recent, matching, authors, otherAuthors = 0 } = gitContext;
  const first = (count: number): SearchResult => {
    // An empty list would mean that there are no commits.
    if (count === 0) return others;
    const unnamed = otherAuthors + authors.slice(count).length;
    const lists = {
      recent: recent.slice(0, count),
      matching: matching.slice(0, count),
      authors: authors.slice(0, count),
      ...(unnamed === 0 ? {} : { otherAuthors: unnamed }),
    };
    return { ...result, gitContext: { ...gitContext, ...lists, commit: null } };
  };
  const most = Math.max(recent.length, matching.length);
  return first(mostThatFits(0, most, (count) => fits(first(count))));
}

function placedOf(hit: SearchHit): Placed {
  const { startLine, endLine, definition, chunk, text, elided } = hit;
  const frame = frameOf(hit);
  return { startLine, endLine, definition, chunk, frame, text, ...(elided === undefined ? {} : { elided }) };
}

/** Commentary is removed before text. */
function shortened({ elided: _, commentary: __, ...hit }: SearchHit, { frame: ___, ...placed }: Placed): SearchHit {
  return { ...hit, ...placed, tokens: tokensOfPlaced(hit.path, placed) };
}

// A frame travels with its result inside of this process; no format prints it.

const FRAME = Symbol('frame');

export function withFrame<T extends object>(frame: Frame, hit: T): T {
  return { ...hit, [FRAME]: frame };
}

/** Returns the result's frame, or for a result from elsewhere one that knows nothing. */
export function frameOf(hit: SearchHit & { [FRAME]?: Frame }): Frame {
  return hit[FRAME] ?? new Frame(hit.chunk, NO_FRAME);
}

// Shortens the last result of a budget as long as it still says what it is; otherwise it is left
// out. Pure.

interface Fitted {
  placed: Placed;
  tokens: number;
}

/**
 * A shortened result has its declaration and at least so many lines, unless it is the only result.
 */
const LEAST_LINES = 5;

/**
 * @param signature on one line, '' for none
 * @param room in tokens
 * @param must the query's words, if at least one line is needed even if it does not fit, because an
 * answer without any text is useless
 * @param tokensOf counts what is printed for the result: see tokensOfPlaced
 * @returns the whole result, or the first lines of its chunk. With `must`, if the best matching
 * line is not among these, the statement, paragraph or line that matches. Null if too little would
 * fit
 */
export function fitTokens(
  placed: Placed,
  signature: string,
  room: number,
  must: QueryWords | null,
  tokensOf: (placed: Placed) => number,
): Fitted | null {
  const whole = tokensOf(placed);
  if (whole <= room) return { placed, tokens: whole };
  const all = placed.text.split('\n').slice(0, placed.endLine - placed.startLine + 1);
  const cutter = { placed, lines: all, room, tokensOf };
  const startLine = firstLine(placed);
  if (must !== null) return fitMatch(cutter, startLine, must);
  const lines = all.slice(startLine - placed.startLine);
  const least = Math.max(LEAST_LINES, lines.findIndex((line) => declares(line, signature)) + 1);
  if (lines.length < least) return null;
  const most = mostFrom(cutter, startLine, least);
  const count = upToBound(placed.frame, lines, startLine, least, most);
  const fitted = count === null ? null : fittedOf(cutter, startLine, count);
  return fitted === null || fitted.tokens > room ? null : fitted;
}

interface Cutter {
  placed: Placed;
  /** The lines of the text. */
  lines: readonly string[];
  room: number;
  tokensOf: (placed: Placed) => number;
}

/**
 * Returns lines that begin above the best matching line and include it, as far above as there is
 * room.
 */
function fitMatch(cutter: Cutter, startLine: number, words: QueryWords): Fitted {
  const { placed, lines, room } = cutter;
  const match = matchingLine(placed, lines, words);
  for (const from of new Set([startLine, beginAbove(placed, lines, match, startLine)])) {
    const least = match - from + 1;
    const most = mostFrom(cutter, from, 1);
    if (most < least) continue;
    const after = lines.slice(from - placed.startLine);
    const fitted = fittedOf(cutter, from, upToBound(placed.frame, after, from, least, most) ?? most);
    if (fitted.tokens <= room) return fitted;
  }
  const most = mostFrom(cutter, match, 1);
  const below = upToBound(placed.frame, lines.slice(match - placed.startLine), match, 1, most) ?? most;
  const above = mostThatFits(0, match - startLine, (more) => {
    return fittedOf(cutter, match - more, more + below).tokens <= room;
  });
  return fittedOf(cutter, match - above, above + below);
}

function mostFrom(cutter: Cutter, startLine: number, least: number): number {
  const most = cutter.placed.endLine - startLine + 1;
  return mostThatFits(least, most, (count) => fittedOf(cutter, startLine, count).tokens <= cutter.room);
}

function fittedOf({ placed, lines, tokensOf }: Cutter, startLine: number, count: number): Fitted {
  const range = { startLine, endLine: startLine + count - 1 };
  const { elided: _, ...rest } = placed;
  const elided = clipRanges(placed.elided ?? [], range);
  const from = startLine - placed.startLine;
  const cut = { ...rest, ...range, text: lines.slice(from, from + count).join('\n') };
  const shown = elided.length === 0 ? cut : { ...cut, elided };
  return { placed: shown, tokens: tokensOf(shown) };
}

/**
 * Returns the line at which the chunk begins, or the statement around its beginning; it is never
 * before the shown lines.
 */
function firstLine({ startLine, chunk, frame }: Placed): number {
  if (!frame.isKnown) return Math.max(startLine, chunk.startLine);
  for (let line = chunk.startLine; line > startLine; line--) if (frame.isBegin(line)) return line;
  return startLine;
}

/**
 * Returns the chunk's first line with the most words of the query, where rare words count more; its
 * first line if none has any.
 */
function matchingLine(placed: Placed, lines: readonly string[], { stems }: QueryWords): number {
  const { startLine, chunk, elided = [] } = placed;
  const shown = [...lines.entries()].flatMap(([at, text]) => {
    const line = startLine + at;
    const isShown =
      line >= chunk.startLine &&
      line <= chunk.endLine &&
      clipRanges(elided, { startLine: line, endLine: line }).length === 0;
    const found = new Set(termsOf(text).words.filter((word) => stems.has(word)));
    return isShown && text.trim() !== '' ? [{ line, found }] : [];
  });
  const linesWith = (word: string): number => shown.filter(({ found }) => found.has(word)).length;
  const worth = new Map([...stems].map((word) => [word, 1 / linesWith(word)]));
  const scoreOf = (found: ReadonlySet<string>): number => [...found].reduce((sum, word) => sum + worth.get(word)!, 0);
  const best = Math.max(...shown.map(({ found }) => scoreOf(found)));
  return shown.find(({ found }) => scoreOf(found) === best)?.line ?? Math.max(startLine, chunk.startLine);
}

/** Returns the nearest line above at which a statement or paragraph begins. */
function beginAbove({ startLine, frame }: Placed, lines: readonly string[], from: number, least: number): number {
  for (let line = from; line > least; line--)
    if (frame.isBegin(line) || (lines[line - startLine - 1] ?? '').trim() === '') return line;
  return least;
}

/**
 * @returns how many lines to show, `most` at most, so that they end with a statement; null if none
 * ends there
 */
export function upToBound(
  frame: Frame,
  lines: readonly string[],
  startLine: number,
  least: number,
  most: number,
): number | null {
  const up = (isBound: (count: number) => boolean): number | null => {
    for (let count = most; count >= least; count--) if (isBound(count)) return count;
    return null;
  };
  const isParagraph = (count: number): boolean => lines[count - 1]!.trim() !== '' && (lines[count] ?? '').trim() === '';
  if (frame.isKnown) return up((count) => frame.isEnd(startLine + count - 1));
  return up(isParagraph) ?? most;
}

/** Counts the tokens of the shown text and of the line with its place. */
export function tokensOfPlaced(path: string, placed: Excerpt): number {
  return estimateTokens(`${path}:${placed.startLine}-${placed.endLine}\n${shownText(placed)}`);
}
