/** `cora status`: how fresh the index is, what is in it, how large it is, what the last run did. */
import type { Freshness } from '../base/searchTypes.ts';
import type { RepoState, SkipReason } from '../base/types.ts';
import type { IndexSettings, SessionSettings, Surroundings } from '../settings/requests.ts';
import { type HooksStatus } from './hooks.ts';
/**
 * Says how an index is. `counts` and `shard` are those of the view that answers: HEAD's if it is
 * kept.
 */
export interface Status extends Pick<RepoState, 'embedder' | 'shard' | 'counts' | 'redacted' | 'failed' | 'digest'> {
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
