/** A commit and its words: the row that commits.lance holds, also for commits that a query reads from git itself. */
import { type ReadCommit } from '../git/readCommits.ts';
import type { CommitRow } from '../store/commitTable.ts';
export declare function commitRowOf({ commit, parents, author, email, authorDate, commitDate, files, message, }: Omit<ReadCommit, 'filesKnown'>): CommitRow;
