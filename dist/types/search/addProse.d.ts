/**
 * Commentary adds to what was retrieved: a part in the score of chunks that are there, and chunks that only it brings. It is loaded
 * only where an index holds commentary.
 */
import type { ChunkStore } from '../store/storePort.ts';
import { type SearchedView } from '../view/searchedView.ts';
import type { Prose } from './proseSource.ts';
import type { Query } from './readQuery.ts';
import { type RetrievedChunk, type RetrieveOptions } from './retrieve.ts';
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
