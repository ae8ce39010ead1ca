/** The optional last word on the order: a reranker reads the query together with each of the best candidates. */
import type { Selection } from '../query/select.ts';
import type { CallerView } from './callerView.ts';
import { type SearchContext } from './readTexts.ts';
import type { SearchRequest } from './searchRequest.ts';
/**
 * @param selectBest brings the best candidates in the order of the ranking, enough for as many results as it is told
 * @returns without a reranker what it brings; with one its order, ties as they were
 * @throws CoraError what the reranker throws
 */
export declare function rerank({ reranker, store }: SearchContext, view: CallerView, { text, limit }: Pick<SearchRequest, 'text' | 'limit'>, selectBest: (limit: number) => Selection): Promise<Selection>;
