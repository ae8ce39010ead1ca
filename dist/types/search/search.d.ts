/**
 * SEARCH of one repository: query → view (+ uncommitted blobs) → retrieve → fuse → select → rerank → assemble. It puts the steps in
 * order; each step holds its own detail. A search never locks and never writes.
 */
import type { SearchResult } from '../base/searchTypes.ts';
import type { CallerView } from '../view/callerView.ts';
import { type Selection } from './rank/select.ts';
import { type SearchContext } from './readTexts.ts';
import { type SearchRequest } from './searchRequest.ts';
export { type CallerView, callerView } from '../view/callerView.ts';
export type { SearchRequest } from './searchRequest.ts';
/**
 * @param view what to search: see callerView; may serve several searches
 * @param signal ends the search between two of its steps
 * @throws CoraError; ABORTED
 */
export declare function search(context: SearchContext, view: CallerView, request: SearchRequest, signal?: AbortSignal): Promise<SearchResult>;
/**
 * @param selectBest brings the best candidates in the order of the ranking, enough for as many results as it is told
 * @returns without a reranker what it brings; with one its order, ties as they were; what it has read it reads once
 * @throws CoraError what the reranker throws
 */
export declare function reranked(context: SearchContext, view: CallerView, text: string, selectBest: (limit: number, above: number) => Selection): (limit: number, above: number) => Promise<Selection>;
