/**
 * BUILD: git tree → plan → read blobs → chunk → embed → store → state. The steps in order; each holds its own detail.
 */
import type { BlobKey, Embedder, IndexReport, Log, Progress, Shard } from '../base/types.ts';
import type { ChunkPool } from '../chunk/pool.ts';
import { ViewStatistics } from '../view/statistics.ts';
import { type Workspace } from '../view/workspace.ts';
export interface BuildRequest {
    workspace: Workspace;
    embedder: Embedder;
    /** Closed when everything is parsed. */
    pool: ChunkPool;
    /** How many blobs may be in the parsers at once. */
    parallel: number;
    /** Null: HEAD. */
    rev: string | null;
    full: boolean;
    dryRun: boolean;
    /** Null: all blobs. */
    shard: Shard | null;
    /** Rows that a pull has just added, counted already. */
    seed?: {
        statistics: ViewStatistics;
        chunkIds: ReadonlyMap<BlobKey, string[]>;
    };
    log: Log;
    onProgress(progress: Progress): void;
    signal?: AbortSignal;
}
/**
 * Indexes one commit. Nothing is computed for blobs whose rows are there, whichever branch brought them.
 * @throws CoraError; ABORTED after the signal, with what was reached: the next run goes on from there
 */
export declare function buildIndex(request: BuildRequest): Promise<IndexReport>;
