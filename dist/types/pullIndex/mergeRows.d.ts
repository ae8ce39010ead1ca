/** Staged rows into the caller's store: a rename where it has no table, else whole blobs that are not there yet. Under the lock. */
import type { Log } from '../types.ts';
export interface MergeRequest {
    /** Where the staged table is. */
    from: string;
    /** The store's folder of this embedder. */
    to: string;
    dimensions: number;
    log: Log;
}
export declare function mergeRows({ from, to, dimensions, log }: MergeRequest): Promise<void>;
