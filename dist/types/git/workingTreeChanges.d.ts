/**
 * What lies in the working tree and not in HEAD: by plumbing that takes no lock, writes no index and runs no program.
 * Git says which files may differ (it trusts times and sizes); their names as blobs are computed here and decide.
 */
import type { Freshness } from '../base/searchTypes.ts';
import type { SkipReason, TreeFile, View } from '../base/types.ts';
import { type Repository } from './repository.ts';
export interface WorkingTreeChange {
    path: string;
    /** Against HEAD, whether staged or not: 'untracked' is what HEAD does not have, also after `git add`. */
    status: 'modified' | 'untracked' | 'deleted';
    /** The blob that a commit would store; null where there is none, or it was not looked at. */
    file: TreeFile | null;
    /** Why there is something and it was not looked at. */
    skipped?: {
        reason: SkipReason;
        detail?: string;
    };
    /** The blob's bytes, while `keepBytes` lasts. */
    bytes?: Uint8Array;
}
export interface WorkingTreeOptions {
    /** Larger files are not read. */
    maxFileSize?: number;
    /** A reason for not reading a file: skipReasonOf with the view's settings saves the reading of what is not indexed. */
    skip?: (path: string, size: number, mode: string) => SkipReason | null;
    /** How many bytes of contents to return with the changes. */
    keepBytes?: number;
    /** An absolute folder of which nothing untracked is told: the store, where it lies in the working tree. */
    except?: string;
    signal?: AbortSignal;
}
/** What was not looked at, and belongs to the caller's files for all that is known. */
export declare function unseenIn(changes: readonly WorkingTreeChange[]): {
    path: string;
    reason: string;
}[];
/**
 * Sorted by path. A file that only looks changed (touched, racily clean, another mode) is left out, as is what Git ignores (but
 * rule files, which are not read here). What git was told to leave alone (assume-unchanged, skip-worktree) is looked at where it lies
 * on the disk. Submodules are never looked into. A filtered file that was touched counts as modified: only its filter could tell.
 */
export declare function workingTreeChanges(repo: Repository, options?: WorkingTreeOptions): Promise<WorkingTreeChange[]>;
/** @param view what was looked at, and what was left out @param changes all of the working tree */
export declare function freshnessWithoutIndex({ head }: Pick<Repository, 'head'>, { files, skipped }: Pick<View, 'files' | 'skipped'>, changes: readonly WorkingTreeChange[]): Freshness;
