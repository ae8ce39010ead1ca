/**
 * SEARCH: query → view (+ uncommitted blobs) → retrieve → fuse → select → assemble. The steps in order; each holds its
 * own detail. A search never locks and never writes.
 */
import type { CallerView } from './search/callerView.ts';
import { type SearchContext } from './search/readTexts.ts';
import { type SearchRequest } from './search/searchRequest.ts';
import type { SearchResult } from './searchTypes.ts';
export { type CallerView, callerView } from './search/callerView.ts';
export type { SearchRequest } from './search/searchRequest.ts';
/**
 * @param view what to search: see callerView; may serve several searches
 * @param signal ends the search between two of its steps
 * @throws CoraError; ABORTED
 */
export declare function search(context: SearchContext, view: CallerView, request: SearchRequest, signal?: AbortSignal): Promise<SearchResult>;
