/** What reads like a chunk: its nearest vectors in the caller's view. */
import type { Neighbour } from '../query/expand.ts';
import type { SearchedView } from '../query/retrieve.ts';
import type { ChunkStore } from '../storePort.ts';
/** @returns scores are cosines; the chunk itself is among them */
export declare function findAlike(store: ChunkStore, view: SearchedView, vector: Float32Array): Promise<Neighbour[]>;
