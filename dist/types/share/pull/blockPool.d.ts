/**
 * Checks blocks in worker threads: all that a pull computes. Blocks go to the threads by turns; answers are awaited by the
 * caller in the order of the blocks. Without threads (no jobs, or sources that are not built) it is done in the caller's.
 */
import { type ErrorCode } from '../../base/errors.ts';
import type { Repository } from '../../git/repository.ts';
import { type BlockContext, type CheckedBlock, type Contents, type OfferedBlock } from './checkBlock.ts';
export interface BlockPool {
    /** So many calls may be outstanding; each holds a block in memory. */
    width: number;
    check(block: OfferedBlock): Promise<CheckedBlock>;
    /** Ends the threads. Calls that are outstanding reject. */
    close(): Promise<void>;
}
interface BlockPoolOptions extends BlockContext {
    /** Threads; 0: none. They are started when there is work for them. */
    jobs: number;
    repository: Repository;
    /** For what comes without text, and for what is in doubt. */
    chunk: Contents['chunk'];
    /** The worker's bundle. */
    workerUrl?: URL;
}
/** In answer to each block, in order. */
export type BlockAnswer = {
    checked: CheckedBlock;
} | {
    error: BlockFailure;
};
interface BlockFailure {
    /** Null for an unknown error. */
    code: ErrorCode | null;
    message: string;
    hint: string | undefined;
}
export interface ThreadData extends BlockContext {
    repository: Repository;
}
export declare function createBlockPool({ jobs, repository, chunk, workerUrl, ...context }: BlockPoolOptions): BlockPool;
export {};
