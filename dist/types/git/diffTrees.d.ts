/** What differs between two trees. It is on the query's path: one process, two where something differs. */
import type { TreeFile } from '../types.ts';
import type { Repository } from './repository.ts';
export interface TreeDifference {
    path: string;
    /** The file as the second tree has it; null where it has none. */
    file: TreeFile | null;
}
/** Paths of which bytes, mode or presence differ, sorted; a rename is two of them. Trees or commits, by object name. */
export declare function diffTrees(repo: Repository, from: string, to: string, signal?: AbortSignal): Promise<TreeDifference[]>;
/** One line of `--raw -z`. The old side's mode and blob are zeros where there is none; the new side's also for unknown blobs. */
export interface RawChange {
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
