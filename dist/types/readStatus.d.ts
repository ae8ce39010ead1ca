/** `cora status`: how fresh the index is, what is in it, how large it is, what the last run did. */
import type { HooksStatus } from './hooks.ts';
import type { Freshness } from './searchTypes.ts';
import type { ChunkedBlob, Embedder, EmbedderInfo, FailedFile, RedactedCount, Shard, SkipReason } from './types.ts';
import { type Workspace } from './workspace.ts';
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
    /** Whether Git keeps the index fresh. Missing for an index without its repository. */
    hooks?: HooksStatus;
}
export interface StatusRequest {
    workspace: Workspace;
    embedder: Embedder;
    chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
}
/** @throws CoraError NO_INDEX */
export declare function readStatus({ workspace, embedder, chunk }: StatusRequest): Promise<Status>;
/**
 * Of an index without its repository.
 * @param dir holds repo_state.json
 * @throws CoraError NO_INDEX
 */
export declare function readNamedStatus(dir: string): Promise<Status>;
