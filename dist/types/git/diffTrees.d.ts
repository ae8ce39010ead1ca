/** Differences of trees: between two of them (on the query's path: one process, two where something differs), and what one commit did. */
import type { CommitFile } from '../base/historyTypes.ts';
import type { TreeFile } from '../base/types.ts';
import type { Repository } from './repository.ts';
export interface TreeDifference {
    path: string;
    /** The file as the second tree has it; null where it has none. */
    file: TreeFile | null;
}
/** Paths of which bytes, mode or presence differ, sorted; a rename is two of them. Trees or commits, by object name. */
export declare function diffTrees(repo: Repository, from: string, to: string, signal?: AbortSignal): Promise<TreeDifference[]>;
interface ShownFile extends CommitFile {
    /** Lines; null for a binary file, and where blobs are missing. */
    added: number | null;
    deleted: number | null;
}
export interface ShownCommit {
    files: ShownFile[];
    /** As `git diff` writes it, one text for each file that was let through, in the order of `files`. */
    diffs: {
        path: string;
        text: string;
    }[];
}
/**
 * @param allowed the paths whose diffs may be shown, of those that the commit touched; of a renamed file both are asked for
 */
export declare function showCommit(repo: Repository, commit: string, allowed: (files: TreeFile[]) => Promise<ReadonlySet<string>>): Promise<ShownCommit>;
/** One line of `--raw -z`. The old side's mode and blob are zeros where there is none; the new side's also for unknown blobs. */
interface RawChange {
    /** A, D, M, T, U, or R and C with an `oldPath`. */
    status: string;
    path: string;
    oldPath: string | null;
    mode: string;
    blob: string;
    oldMode: string;
    oldBlob: string;
}
/**
 *     :100644 100644 1eb41fa… 0b9ebb1… M  NUL  src/main.c
 *     :100644 100644 1eb41fa… 1eb41fa… R100  NUL  old.c  NUL  new.c
 */
export declare function rawChanges(records: readonly string[]): RawChange[];
export declare const CHANGE_STATUSES: Readonly<Record<string, CommitFile['status']>>;
export {};
