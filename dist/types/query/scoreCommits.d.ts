/**
 * BM25F over what a commit says and touched, with the statistics of the history that is searched: Robertson, Zaragoza,
 * 2009. Pure. Among equals the newer one comes first.
 */
import type { CommitWhy } from '../historyTypes.ts';
import type { Query } from './readQuery.ts';
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
