/** What commentary adds to what was retrieved: a part in the score of chunks that are there, and chunks that only it brings. */
import type { Query } from '../query/readQuery.ts';
import { type RetrievedChunk, type RetrieveOptions, type SearchedView } from '../query/retrieve.ts';
import type { ChunkStore } from '../storePort.ts';
import type { Prose } from './proseSource.ts';
export interface AddProseRequest {
    store: ChunkStore;
    prose: readonly Prose[];
    /** As it was asked: words that no code holds may stand in prose. */
    query: Query;
    view: SearchedView;
    options: RetrieveOptions;
}
/** @returns without prose what was retrieved */
export declare function addProse(retrieved: readonly RetrievedChunk[], request: AddProseRequest): Promise<readonly RetrievedChunk[]>;
