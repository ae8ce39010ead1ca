/** All files of a tree. */
import type { TreeFile } from '../types.ts';
import { type Repository } from './repository.ts';
/**
 * Every entry of a tree that is no directory, links and submodules included, sorted by path in code units. The size of a
 * submodule is 0, of a missing blob MISSING_SIZE.
 * @param tree a tree or a commit, by object name
 */
export declare function listTree(repo: Repository, tree: string, signal?: AbortSignal): Promise<TreeFile[]>;
/** Fills in the sizes of files that came from a command that does not tell them. Sorts. */
export declare function withSizes(repo: Repository, files: TreeFile[], signal?: AbortSignal): Promise<TreeFile[]>;
