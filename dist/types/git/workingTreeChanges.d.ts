/**
 * What lies in the working tree and not in HEAD: by plumbing that takes no lock, writes no index and runs no program.
 * Git says which files may differ (it trusts times and sizes); their names as blobs are computed here and decide.
 */
import type { SkipReason, TreeFile } from '../types.ts';
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
    signal?: AbortSignal;
}
/**
 * Sorted by path. A file that only looks changed (touched, racily clean, another mode) is left out, as is what the user
 * told git to leave alone: ignored, assume-unchanged, skip-worktree. Submodules are never looked into. A filtered file
 * that was touched counts as modified: only its filter could tell.
 */
export declare function workingTreeChanges(repo: Repository, options?: WorkingTreeOptions): Promise<WorkingTreeChange[]>;
/** What `git hash-object --no-filters` prints. */
export declare function blobName(bytes: Uint8Array, objectFormat: Repository['objectFormat']): string;
