/**
 * Chunks blobs in worker threads. A thread that dies (out of memory, an abort inside a grammar) is replaced; the file that
 * killed it is chunked by lines and says so, the files behind it are chunked as if nothing had happened.
 *
 * Back-pressure is the caller's: keep at most 2 × jobs calls outstanding. More works, but each waiting blob is in memory.
 */
import type { ChunkedBlob, Log } from '../types.ts';
export interface ChunkPool {
    /**
     * @param bytes copied: the caller may reuse them
     * @returns null for binary content
     * @throws Error what went wrong with this one blob; the pool goes on
     */
    chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
    /** Ends the threads. Calls that are outstanding reject. */
    close(): Promise<void>;
}
export interface ChunkPoolOptions {
    /** Threads; 0 parses in the caller's. They are started when there is work for them. */
    jobs: number;
    log?: Log;
    /** The worker's bundle; chunk-worker.js beside this one unless told otherwise. */
    workerUrl?: URL;
    /** Heap of one thread; the memory of the WebAssembly is beside it. */
    memoryMb?: number;
}
/** @throws CoraError PLATFORM where the installation lacks the parser */
export declare function createChunkPool({ jobs, log, workerUrl, memoryMb, }: ChunkPoolOptions): ChunkPool;
