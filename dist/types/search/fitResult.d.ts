/** An answer to as much of it as a budget of tokens has room for, counted over what is printed. Pure. */
import type { SearchResult } from '../base/searchTypes.ts';
/** Counts the tokens of all that is printed for an answer. */
type TokensOf = (result: SearchResult) => number;
/**
 * Cuts from the tail: places to read next, then results, the last of them shortened; at last a diff of the history, and
 * commits. Room that no line of a result fills is for places again. The first line of the first result stays, unless even that
 * is too much: then the answer says so.
 * @param printed tokens of the answer as it is printed
 */
export declare function fitResult(result: SearchResult, budget: number, printed: TokensOf): SearchResult;
export {};
