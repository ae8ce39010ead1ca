/**
 * Chunks of the last built view are chosen for commentary, most worth first: code before tests and examples, then what is mentioned
 * most. A language model is shown the text of each, without secrets, and its surroundings.
 */
import type { ChunkContext } from '../../ask/commentary.ts';
import type { BlobKey } from '../../base/types.ts';
import type { ChunkStore } from '../../store/storePort.ts';
import { ViewStatistics } from '../../view/statistics.ts';
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
/** @returns in the order of the chunks; one that is gone meanwhile is left out */
export declare function readContexts(store: ChunkStore, { paths }: Choice, chunks: readonly ChosenChunk[]): Promise<{
    chunk: ChosenChunk;
    context: ChunkContext;
}[]>;
