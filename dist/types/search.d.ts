/**
 * SEARCH: query → view (+ uncommitted blobs) → retrieve → fuse → select → assemble. The steps in order; each holds its
 * own detail. A search never locks and never writes.
 */
import type { CallerView } from './search/callerView.ts';
import { type SearchContext } from './search/readTexts.ts';
import type { SearchMode, SearchResult } from './types.ts';
export interface SearchRequest {
    text: string;
    mode: SearchMode;
    limit: number;
    /** Globs; none means all. */
    paths: readonly string[];
    languages: readonly string[];
    kinds: readonly string[];
    /** Lines shown before and after each chunk. */
    context: number;
}
export { type CallerView, callerView } from './search/callerView.ts';
/**
 * @param view what to search: see callerView; may serve several searches
 * @throws CoraError
 */
export declare function search(context: SearchContext, view: CallerView, request: SearchRequest): Promise<SearchResult>;
