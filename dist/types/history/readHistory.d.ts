/**
 * The history of HEAD as a query sees it: which commits belong to it says git, what they say comes from commits.lance, and
 * from git itself for those that are not there. Never locks, never writes.
 */
import type { CommitRecord, HistoryFreshness } from '../base/historyTypes.ts';
import type { Log } from '../base/types.ts';
import { type Repository } from '../git/repository.ts';
import { type CommitRow } from '../store/commitTable.ts';
export interface HistoryContext {
    repository: Repository;
    /** The folder that holds the stores of all embedders. */
    root: string;
    /** The setting `history`. */
    limit: number;
    log: Log;
}
/** What is scored and filtered. */
export type HistoryCommit = Pick<CommitRow, (typeof COLUMNS)[number]> & {
    files?: CommitRecord['files'];
};
export interface History {
    /** Newest first. */
    commits: HistoryCommit[];
    freshness: HistoryFreshness;
    /** The newest commit that the index has. */
    indexedCommit: string | null;
    /** All of the chosen ones, in that order. */
    records(commits: readonly string[]): Promise<CommitRecord[]>;
    close(): void;
}
declare const COLUMNS: readonly ["commit", "parents", "author", "email", "commitDate", "subjectWords", "bodyWords", "pathWords"];
/**
 * @param withFiles also the files of each commit
 * @throws CoraError
 */
export declare function readHistory(context: HistoryContext, withFiles: boolean): Promise<History>;
export {};
