/**
 * It cuts an answer, or one result of it, to what a budget of tokens has room for. The last result
 * is shortened rather than dropped, as long as it still says what it is. Pure.
 */
import { Frame } from '../base/frame.ts';
import type { SearchHit, SearchResult } from '../base/searchTypes.ts';
import { type QueryWords } from './queryWords.ts';
import { type Excerpt } from './quoteCode.ts';
import type { Placed } from './show/placeChunk.ts';
/** Counts the tokens of all that is printed for an answer. */
type TokensOf = (result: SearchResult) => number;
/**
 * Cuts the echo of a long question, which its asker has; then from the tail: places to read next,
 * then results, the last of them shortened; at last a diff of the history, and commits. Room that
 * no line of a result fills is for places again. The first line of the first result stays, unless
 * even that is too much: then the answer says so.
 * @param printed tokens of the answer as it is printed
 */
export declare function fitResult(whole: SearchResult, budget: number, printed: TokensOf): SearchResult;
/** Cuts results by the tokens of their texts alone; one line of the first one stays. */
export declare function fitTexts(result: SearchResult, budget: number): SearchResult;
declare const FRAME: unique symbol;
export declare function withFrame<T extends object>(frame: Frame, hit: T): T;
/** Returns a frame that knows nothing for a result of elsewhere. */
export declare function frameOf(hit: SearchHit & {
    [FRAME]?: Frame;
}): Frame;
interface Fitted {
    placed: Placed;
    tokens: number;
}
/**
 * @param signature on one line, '' for none
 * @param room tokens
 * @param must the query's words where a line has to be given even if it does not fit: an answer
 * with nothing in it helps nobody
 * @param tokensOf of what is written for it: see tokensOfPlaced
 * @returns the result itself, or its chunk's first lines; where there must be one and the line that
 * matches best is not among them, the statement, paragraph or line that matches; null where less
 * than the least would fit
 */
export declare function fitTokens(placed: Placed, signature: string, room: number, must: QueryWords | null, tokensOf: (placed: Placed) => number): Fitted | null;
/** @returns how many lines, `most` at most: up to where a statement ends; null where none does */
export declare function upToBound(frame: Frame, lines: readonly string[], startLine: number, least: number, most: number): number | null;
/** Tokens of the text that is shown and of the line that names its place. */
export declare function tokensOfPlaced(path: string, placed: Excerpt): number;
export declare function declares(line: string, signature: string): boolean;
export {};
