/** `cora status`: how fresh the index is, what is in it, how large it is, what the last run did. */
import type { Freshness } from '../base/searchTypes.ts';
import type { EmbedderInfo, FailedFile, RedactedCount, Shard, SkipReason } from '../base/types.ts';
import type { IndexSettings, SessionSettings, Surroundings } from '../settings/requests.ts';
import { type HooksStatus } from './hooks.ts';
export interface Status {
    freshness: Freshness;
    /** The damage for which queries are refused, and what mends it. Missing for a sound index. */
    damage?: {
        message: string;
        hint: string | undefined;
    };
    store: {
        path: string;
        fingerprint: string;
        writable: boolean;
    };
    embedder: EmbedderInfo;
    /** Only where that view is one shard. */
    shard?: Shard;
    /** Counts of the view that answers, HEAD's if it is kept, with the bytes of its files. */
    counts: {
        files: number;
        chunks: number;
        bytes: number;
    };
    /** All rows of the store, with those of other branches, and the segments that queries read. */
    table: {
        rows: number;
        segments: number;
    };
    /** Bytes. */
    sizes: {
        table: number;
        search: number;
        state: number;
        views: number;
        total: number;
    };
    /** The size of commits.rows: all branches that were indexed. Missing where there is none. */
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
    /** Secrets found by content. */
    redacted: RedactedCount;
    failed: FailedFile[];
    digest: string;
    /** Folders of indexes that other versions of Cora left. Missing where there is none. */
    otherVersions?: string[];
    /** Tells whether Git keeps the index fresh. Missing for an index without its repository. */
    hooks?: HooksStatus;
}
type StatusRequest = IndexSettings & Pick<SessionSettings, 'index'> & {
    /** True to compare every byte of the search file with its checksums. */
    check?: boolean;
};
/** Reads how an index is. @throws CoraError NO_INDEX */
export declare function readStatus({ index, check, ...settings }: StatusRequest, surroundings: Surroundings): Promise<Status>;
export {};
