/** Results as numbered Markdown, best first: place, why it is there, its code in a fence. Pure. */
import type { SearchResult } from '../searchTypes.ts';
/** @returns text that ends with a newline */
export declare function renderMarkdown(result: SearchResult): string;
