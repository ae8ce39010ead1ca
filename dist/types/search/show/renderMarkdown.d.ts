/** Results as numbered Markdown, best first: place, why it is there, its code in a fence. Pure. */
import type { GitContext } from '../../base/historyTypes.ts';
import type { SearchResult } from '../../base/searchTypes.ts';
/** @returns text that ends with a newline */
export declare function renderMarkdown(result: SearchResult): string;
/** @returns a list of commits, and the diff of one, without a newline at the end */
export declare function renderHistory(context: GitContext): string;
/** Of what was folded these many are named. */
export declare const MOST_NAMED = 3;
