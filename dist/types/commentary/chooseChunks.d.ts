/**
 * Which chunks of the last built view are worth commentary, most worth first: code before tests and examples, then what is
 * mentioned most. Prose and data speak for themselves, and of a line or two there is nothing to say.
 */
import { ViewStatistics } from '../query/statistics.ts';
import type { ChunkStore } from '../storePort.ts';
import type { BlobKey } from '../types.ts';
export interface ChosenChunk {
    contentHash: string;
    chunkId: string;
    /** The first one that the view has its blob at. */
    path: string;
}
export interface Choice {
    chunks: ChosenChunk[];
    statistics: ViewStatistics;
    /** Blobs of the view, each with its first path. */
    paths: ReadonlyMap<BlobKey, string>;
}
/** @returns each content once; null where nothing was built */
export declare function chooseChunks(dir: string, store: ChunkStore): Promise<Choice | null>;
