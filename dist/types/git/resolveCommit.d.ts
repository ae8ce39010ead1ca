/** From what a person types to a commit and its tree. */
import type { Commit, Repository } from './repository.ts';
/**
 * @param rev anything that names a commit: a branch, a tag, an abbreviated name, `HEAD~3`
 * @throws CoraError BAD_REVISION
 */
export declare function resolveCommit(repo: Repository, rev: string): Promise<Commit>;
/** HEAD as it is now; null on a branch without a commit. */
export declare function currentCommit(repo: Repository): Promise<Commit | null>;
