/**
 * Cuts an answer, or one result, to a budget of tokens. The last result is shortened rather than
 * left out, as long as it still says what it is. Pure.
 */
import { Frame } from '../base/frame.ts';
import type { SearchHit, SearchResult } from '../base/searchTypes.ts';
import { type QueryWords } from './queryWords.ts';
import { type Excerpt } from './quoteCode.ts';
import type { Placed } from './show/placeChunk.ts';
/** Counts the tokens of a printed answer. */
type TokensOf = (result: SearchResult) => number;
/**
 * Cuts an answer to a budget. First the repeated question is shortened, then things are removed
 * from the end: places to read next, then results (the last one is shortened), finally diffs of the
 * history and commits. Room that no line of a result fits into is used for places again. The first
 * line of the first result stays. If even that is too much, the answer says so.
 * @param printed counts the tokens of the printed answer
 */
export declare function fitResult(whole: SearchResult, budget: number, printed: TokensOf): SearchResult;
/** Cuts results by the tokens of their texts alone. At least one line of the first one stays. */
export declare function fitTexts(result: SearchResult, budget: number): SearchResult;
declare const FRAME: unique symbol;
export declare function withFrame<T extends object>(frame: Frame, hit: T): T;
/** Returns the result's frame, or for a result from elsewhere one that knows nothing. */
export declare function frameOf(hit: SearchHit & {
    [FRAME]?: Frame;
}): Frame;
interface Fitted {
    placed: Placed;
    tokens: number;
}
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
export declare function fitTokens(placed: Placed, signature: string, room: number, must: QueryWords | null, tokensOf: (placed: Placed) => number): Fitted | null;
/**
 * @returns how many lines to show, `most` at most, so that they end with a statement; null if none
 * ends there
 */
export declare function upToBound(frame: Frame, lines: readonly string[], startLine: number, least: number, most: number): number | null;
/** Counts the tokens of the shown text and of the line with its place. */
export declare function tokensOfPlaced(path: string, placed: Excerpt): number;
export {};
