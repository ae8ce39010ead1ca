/**
 * Blobs to rows in the table: read, chunk, embed what is new, append. Everything streams: at any moment a few blobs are
 * being parsed and one batch of rows is held, however large the repository is.
 */
import type { BlobKey, ChunkedBlob, ChunkRow, Embedder, PreparedChunk, RepoState, SkipReason, View, ViewFile } from '../base/types.ts';
import type { ChunkStore } from '../store/storePort.ts';
export interface ComputeRequest {
    store: ChunkStore;
    embedder: Embedder;
    files: readonly ViewFile[];
    /** Bytes of blobs in the order asked for; null for one that is not in the object database. */
    read(blobs: Iterable<string>): AsyncIterable<{
        blob: string;
        bytes: Uint8Array | null;
    }>;
    /** Null for binary content. */
    chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
    /** What a blob is called that is not there. */
    absent: 'missing-blob' | 'missing-object';
    /** A reason not to index what the bytes turn out to be. */
    refuse(bytes: Uint8Array): SkipReason | null;
    /** How many blobs may be in the parsers at once. */
    parallel: number;
    /** False for an empty table: nothing to look up. */
    mayReuseVectors: boolean;
    /** Rows of these blobs may be there, and give way to the new ones. */
    replace: boolean;
    /** Called before each commit: throws if the write lock was lost. */
    beforeCommit(): void;
    onRow(row: ChunkRow): void;
    /** Called after each commit, when its rows are no longer held. */
    afterCommit(): void;
    onProgress(done: number, chunks: number): void;
    signal: AbortSignal | undefined;
}
export interface Computed {
    /** Vectors computed in this run. */
    embedded: number;
    chunkIds: Map<BlobKey, string[]>;
    outcomes: Map<BlobKey, {
        skipped?: SkipReason;
        note?: string;
    }>;
    failed: Map<BlobKey, string>;
    /** Blobs that were reached; less than all after an abort. */
    done: number;
}
/** @throws CoraError what the store, the embedder or the machine refuses; rows of whole blobs that were ready are kept */
export declare function computeRows(request: ComputeRequest): Promise<Computed>;
/** A row without its vector. */
export declare function rowOf(chunk: PreparedChunk, file: {
    blob: string;
    language: string;
}): ChunkRow;
/** Chunk ids of every blob of the view: from this run, the last state, else the table. In the order of their lines. */
export declare function chunkIdsOf(store: ChunkStore, view: View, computed: Computed, state: RepoState | null): Promise<Map<BlobKey, string[]>>;
