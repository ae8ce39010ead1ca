/** The ranking with the neighbours of its best hits: what references raise, and what only they bring. */
import { type FusedFile, type FuseOptions } from '../query/fuse.ts';
import type { Query } from '../query/readQuery.ts';
import { type RetrievedChunk, type SearchedView } from '../query/retrieve.ts';
import type { ChunkStore } from '../storePort.ts';
interface Asked {
    query: Query;
    vector: Float32Array | null;
}
/** @returns files, best first; without a weight for the graph those of fuse */
export declare function expandHits(store: Promise<ChunkStore>, view: SearchedView, found: readonly RetrievedChunk[], { query, vector }: Asked, options: FuseOptions): Promise<FusedFile[]>;
export {};
