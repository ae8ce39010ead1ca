/**
 * commits.lance: one row per commit message, of all branches that were indexed, beside the folders of the embedders. A row
 * is a function of its commit, so the table only grows; a reader takes what its history holds. Scores are made by the
 * reader from whole scans, which at 20,000 commits take 40 ms: no index is kept.
 */
import { type CommitColumn, type CommitRow } from './commitSchema.ts';
export type { CommitColumn, CommitRow } from './commitSchema.ts';
export interface CommitTable {
    /** The chosen columns of all rows, in no particular order. */
    scan<C extends CommitColumn>(columns: readonly C[]): Promise<Pick<CommitRow, C>[]>;
    /** The chosen columns of the commits that are there. */
    rows<C extends CommitColumn>(commits: readonly string[], columns: readonly C[]): Promise<Pick<CommitRow, C>[]>;
    count(): Promise<number>;
    /**
     * In one LanceDB commit, after the last batch; until then they are held as bytes, which are a fraction of the objects.
     * @returns how many
     */
    append(batches: AsyncIterable<readonly CommitRow[]>, beforeCommit: () => void): Promise<number>;
    /** Compacts where enough has gathered, and removes versions older than that. */
    tidy(retentionMs: number): Promise<void>;
    close(): void;
}
export declare function commitsDirectory(root: string): string;
export declare function hasCommitTable(root: string): Promise<boolean>;
/**
 * Never writes.
 * @param root the folder that holds the stores of all embedders
 * @returns null where there is none, or one of another version: the next index run writes it
 * @throws CoraError BROKEN_INDEX, PLATFORM
 */
export declare function openCommitTable(root: string): Promise<CommitTable | null>;
/** An empty table, in place of what is there. To be used under `withWriteLock(root)`. */
export declare function createCommitTable(root: string): Promise<CommitTable>;
export declare function removeCommitTable(root: string): Promise<void>;
