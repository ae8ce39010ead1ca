/**
 * It takes the steps of a search before anything is selected: it asks one view for candidates, and adds the neighbours of the best
 * hits in the graph of references.
 */
import type { Embedder } from '../base/types.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { CallerView } from '../view/callerView.ts';
import { type SearchedView } from '../view/searchedView.ts';
import { type FusedFile, type FuseOptions } from './rank/fuse.ts';
import type { Query } from './readQuery.ts';
import type { SearchContext } from './readTexts.ts';
import { type Retrieved, type RetrievedChunk, type RetrieveOptions } from './retrieve.ts';
import type { SearchRequest } from './searchRequest.ts';
export interface Asked {
    query: Query;
    /** The unit vector of the query; null where vectors are not asked for or say nothing. */
    vector: Float32Array | null;
}
export declare function findCandidates(context: Pick<SearchContext, 'store' | 'rows' | 'paths' | 'embedder'>, searched: SearchedView, { query, vector }: Asked, options: RetrieveOptions): Promise<Retrieved>;
/** @param tier 0 for the candidates that are ranked first */
export declare function retrievingOf(embedder: Embedder, vector: Float32Array | null, request: SearchRequest, tier: number): RetrieveOptions;
/** @param meanVector of all rows that are searched */
export declare function fusingOf(embedder: Embedder, { query, vector }: Asked, request: SearchRequest, meanVector: () => Float32Array): FuseOptions;
export declare function queryVector(embedder: Embedder, text: string, { mode }: SearchRequest, signal: AbortSignal | undefined): Promise<Float32Array | null>;
/** @returns files, best first; without a weight for the graph those of fuse */
export declare function expandHits(store: Promise<ChunkStore>, { view: caller, searched: view }: {
    view: CallerView;
    searched: SearchedView;
}, found: readonly RetrievedChunk[], { query, vector }: Asked, options: FuseOptions): Promise<FusedFile[]>;
