/**
 * It searches HEAD's commits for `cora query --commits`: filters → score → the chosen ones. Scores are BM25F with the statistics of
 * that history (Robertson, Zaragoza, 2009). Where the commits come from is in readHistory.ts.
 */
import type { CommitSearchResult, CommitWhy } from '../base/historyTypes.ts';
import { type Query } from '../search/readQuery.ts';
import { type History, type HistoryCommit, type HistoryContext } from './readHistory.ts';
interface CommitSearchRequest {
    /** Blank: the newest commits. */
    text: string;
    limit: number;
    /** Globs; a commit that touched any such file passes. None means all. */
    paths: readonly string[];
    /** A part of the name or the address, in either case; null for anyone. */
    author: string | null;
    /** A date, a span (`2 weeks`) or a revision, after which; null for all. */
    since: string | null;
    /** A date, a span or a revision, up to which; null for all. */
    until: string | null;
    /** What spans count from, milliseconds. */
    now: number;
}
/** @throws CoraError USAGE for a date that is none, BAD_PATTERN, GIT */
export declare function searchCommits(context: HistoryContext, request: CommitSearchRequest): Promise<CommitSearchResult>;
export type CommitFilter = (commit: HistoryCommit) => boolean;
/** @returns what --path, --author, --since and --until let through; paths need the files of the commits */
export declare function commitFilter({ repository }: Pick<HistoryContext, 'repository'>, { paths, author, since, until, now }: Omit<CommitSearchRequest, 'text' | 'limit'>): Promise<CommitFilter>;
/** @param text blank for the newest; @returns all that pass, best first */
export declare function rankCommits(history: History, text: string, wanted: CommitFilter): ScoredCommit<HistoryCommit>[];
/** Words between single spaces, stemmed. */
export interface CommitWords {
    commit: string;
    parents: readonly string[];
    author: string;
    subjectWords: string;
    bodyWords: string;
    pathWords: string;
}
export interface ScoredCommit<T> {
    commit: T;
    score: number;
    why: CommitWhy;
}
/**
 * @param commits the history, newest first; statistics count all of them
 * @param wanted which of them may be answers
 * @returns those with any score, best first
 */
export declare function scoreCommits<T extends CommitWords>(query: Query, commits: readonly T[], wanted: (commit: T) => boolean): ScoredCommit<T>[];
/**
 *     2024, 2024-05, 2024-05-01, 2024-05-01T12:00+02:00   its beginning (UTC where no offset is written)
 *     today, yesterday, 3 days ago, last week, two months  so long before now; a month has 30 days, a year 365
 *
 * @returns milliseconds since 1970, null for what is no date
 */
export declare function readDate(text: string, now: number): number | null;
export {};
