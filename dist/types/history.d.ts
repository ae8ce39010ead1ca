/**
 * HISTORY: HEAD's commits → filters → score → the chosen ones. The spine of `cora query --commits`; where the commits come
 * from is history/readHistory.ts.
 */
import { type History, type HistoryCommit, type HistoryContext } from './history/readHistory.ts';
import type { CommitSearchResult } from './historyTypes.ts';
import { type ScoredCommit } from './query/scoreCommits.ts';
export type { HistoryContext } from './history/readHistory.ts';
export interface CommitSearchRequest {
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
