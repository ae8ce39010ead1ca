/** From what a person types to a commit and its tree, and to the tags and branches that were probably meant: `8.0` → `8.0.0`. */
import { type Commit, type Repository } from './repository.ts';
/**
 * @param rev anything that names a commit: a branch, a tag, an abbreviated name, `HEAD~3`
 * @throws CoraError BAD_REVISION; GIT where a branch or tag names what the repository has lost
 */
export declare function resolveCommit(repo: Repository, rev: string): Promise<Commit>;
/** @returns at most three, tags first, the newest version of those first */
export declare function refsLike(repo: Repository, name: string): Promise<string[]>;
/**
 * Names for an error about a name that nothing has. `near` is what refsLike finds, else versions beside the name, `8.1.99` →
 * `8.1.8`; `others` are the newest tags and some branches, where nothing is near.
 */
export declare function refsToName(repo: Repository, name: string): Promise<{
    near: string[];
    others: string[];
}>;
/** @returns at most three, the newest first */
export declare function newestTags(repo: Repository): Promise<string[]>;
