/**
 * The rows of a view into the chunk table of a place: those of blobs that it has are left as they are. Two who publish at once may both
 * add the same blob; so what is there is counted at the end, at one version, and what is not right is written again.
 */
import type { ChunksVersion, WritableChunks } from '../store/publishedChunks.ts';
import type { ChunkStore } from '../storePort.ts';
import type { BlobKey, Progress } from '../types.ts';
export interface BringRequest {
    /** The caller's own. */
    from: ChunkStore;
    to: WritableChunks;
    /** The view's blobs in the order of their paths, with the number of rows that each has. */
    wanted: ReadonlyMap<BlobKey, number>;
    /** Versions of the table since then are read by somebody. Milliseconds since 1970. */
    keepSince: number;
    /** Of a table that has grown: blobs that no published view needs any more. */
    surplus(there: ReadonlyMap<BlobKey, number>): Promise<BlobKey[]>;
    onProgress(progress: Progress): void;
    signal?: AbortSignal | undefined;
}
export interface Brought {
    /** Of the chunk table, that holds every row of the view once. */
    version: ChunksVersion;
    /** Blobs and rows that were added, blobs that were there, and blobs that were removed. */
    blobs: {
        added: number;
        known: number;
        removed: number;
    };
    rows: number;
}
/** @throws CoraError STORE, NETWORK, LOCKED, BROKEN_INDEX, ABORTED */
export declare function bringRows(request: BringRequest): Promise<Brought>;
