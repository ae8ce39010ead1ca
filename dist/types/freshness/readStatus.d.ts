/** `cora status`: how fresh the index is, what is in it, how large it is, what the last run did. */
import type { Freshness } from '../base/searchTypes.ts';
import type { EmbedderInfo, FailedFile, RedactedCount, Shard, SkipReason } from '../base/types.ts';
import type { Options } from '../settings/options.ts';
import { type Surroundings } from '../view/surroundings.ts';
import { type HooksStatus } from './hooks.ts';
export interface Status {
    freshness: Freshness;
    store: {
        path: string;
        fingerprint: string;
        writable: boolean;
    };
    embedder: EmbedderInfo;
    /** Only where the last built view is one shard. */
    shard?: Shard;
    /** Of the last built view; bytes of its files. */
    counts: {
        files: number;
        chunks: number;
        bytes: number;
    };
    /** All rows of the table, with those of other branches, and what of it is on disk. */
    table: {
        rows: number;
        unindexedRows: number;
        versions: number;
    };
    /** Bytes. */
    sizes: {
        table: number;
        state: number;
        views: number;
        total: number;
    };
    /** Of commits.lance: all branches that were indexed. Missing where there is none. */
    history?: {
        commits: number;
        bytes: number;
    };
    /** Chunks with prose of a language model, of all branches. Missing where there is none. */
    commentary?: {
        chunks: number;
        models: string[];
        bytes: number;
    };
    lastRun: {
        at: string;
        tookMs: number;
        commit: string;
    };
    skipped: Partial<Record<SkipReason, number>>;
    /** Secrets found by content, of the last built view. */
    redacted: RedactedCount;
    failed: FailedFile[];
    digest: string;
    /** Folders of indexes that other versions of Cora left. Missing where there is none. */
    otherVersions?: string[];
    /** Whether Git keeps the index fresh. Missing for an index without its repository. */
    hooks?: HooksStatus;
}
/** @throws CoraError NO_INDEX */
export declare function statusOf(options: Options, surroundings: Surroundings): Promise<Status>;
