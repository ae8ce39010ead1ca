/** What a search asks one view, and what the view has to say to it: the steps before anything is ranked. */
import type { FuseOptions } from '../query/fuse.ts';
import type { Query } from '../query/readQuery.ts';
import { type RetrievedChunk, type RetrieveOptions, type SearchedView } from '../query/retrieve.ts';
import type { Embedder } from '../types.ts';
import type { SearchContext } from './readTexts.ts';
import type { SearchRequest } from './searchRequest.ts';
export interface Asked {
    query: Query;
    /** The unit vector of the query; null where vectors are not asked for or say nothing. */
    vector: Float32Array | null;
}
export declare function findCandidates(context: Pick<SearchContext, 'store' | 'rows' | 'paths' | 'embedder'>, searched: SearchedView, { query, vector }: Asked, options: RetrieveOptions): Promise<RetrievedChunk[]>;
export declare function retrievingOf(embedder: Embedder, vector: Float32Array | null, request: SearchRequest): RetrieveOptions;
/** @param meanVector of all rows that are searched */
export declare function fusingOf(embedder: Embedder, { query, vector }: Asked, request: SearchRequest, meanVector: () => Float32Array): FuseOptions;
export declare function queryVector(embedder: Embedder, text: string, { mode }: SearchRequest, signal: AbortSignal | undefined): Promise<Float32Array | null>;
