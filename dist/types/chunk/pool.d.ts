/**
 * Chunks blobs in worker threads. A thread that dies (out of memory as a rule) is replaced; the file that it read is an error of
 * this run, the files behind it are chunked as if nothing had happened. A thread that is worn out by crashes of its parser is
 * replaced, too.
 *
 * Back-pressure is the caller's: keep at most 2 × jobs calls outstanding. More works, but each waiting blob is in memory.
 */
import type { ChunkedBlob, Log } from '../base/types.ts';
export interface ChunkPool {
    /**
     * @param bytes copied: the caller may reuse them
     * @returns null for binary content
     * @throws CoraError STORE what the machine lacks; Error what went wrong with this one blob; the pool goes on after both
     */
    chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
    /** Ends the threads. Calls that are outstanding reject. */
    close(): Promise<void>;
}
export interface ChunkPoolOptions {
    /** Threads, MOST_THREADS at most; 0 parses in the caller's. They are started when there is work for them. */
    jobs: number;
    log?: Log;
    /** The worker's bundle; chunk-worker.js beside this one unless told otherwise. */
    workerUrl?: URL;
    /** Heap of one thread; the memory of the WebAssembly is beside it. */
    memoryMb?: number;
}
/** Each holds some 20 MB before it has read anything. */
export declare const MOST_THREADS = 64;
/** @throws CoraError PLATFORM where the installation lacks the parser */
export declare function createChunkPool({ jobs, log, workerUrl, memoryMb, }: ChunkPoolOptions): ChunkPool;
export interface ChunkTask {
    id: number;
    bytes: Uint8Array;
    language: string;
}
/**
 * `ready` comes once, when the thread has started; then one answer to each task, in order. `worn-out` asks for another thread in its
 * place, which gets the tasks that are not answered.
 */
export type ChunkAnswer = 'ready' | 'worn-out' | {
    id: number;
    result: ChunkedBlob | null;
}
/** With a hint: what the machine lacks, and no fault of this blob. */
 | {
    id: number;
    error: string;
    hint?: string;
};
