/** An answer to as much of it as a budget of tokens has room for, counted over what is printed. Pure. */
import type { SearchResult } from '../searchTypes.ts';
type Render = (result: SearchResult) => string;
/**
 * Cuts from the tail: places to read next, then results, the last of them shortened; at last a diff of the history. The
 * first line of the first result always stays.
 * @param render what the answer is printed as
 */
export declare function fitResult(result: SearchResult, budget: number, render: Render): SearchResult;
export {};
