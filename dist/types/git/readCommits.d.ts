/**
 * What commits say and which files they touched. No setting of `git log`, no mailmap, no notes and no program
 * changes what is read. Which commits are asked for is the caller's matter: see listAncestors.ts.
 */
import type { CommitRecord } from '../base/historyTypes.ts';
import type { Repository } from './repository.ts';
/** Where the files of a commit cannot be known (history or trees are missing in this clone), they are none. */
export interface ReadCommit extends Omit<CommitRecord, 'subject' | 'body'> {
    /** As it is, with its secrets. */
    message: string;
    filesKnown: boolean;
}
/**
 * @param commits object names; the records come in their order, as git delivers them
 * @throws CoraError GIT for a commit that is not there, ABORTED
 */
export declare function readCommits(repo: Repository, commits: readonly string[], signal?: AbortSignal): AsyncGenerator<ReadCommit[]>;
/** As git does: the subject is the first paragraph, on one line. */
export declare function readMessage(message: string): Pick<CommitRecord, 'subject' | 'body'>;
