/** Files of a tree: all of them, their languages, and which are indexed: the view, and why the others are not in it. */
import type { TreeFile, View } from '../base/types.ts';
import { type Repository } from './repository.ts';
import { type ChangedRules } from './ruleFiles.ts';
import { type ViewSettings } from './skipReasonOf.ts';
export type { ViewSettings } from './skipReasonOf.ts';
/**
 * @param tree whose ignore files and attributes count, by object name; null for none (a branch without a commit)
 * @param files all files of the tree, or a few changed ones, committed or not
 * @param options `changed`: rule files of the working tree, which count instead of the tree's
 */
export declare function selectFiles(repo: Repository, tree: string | null, files: readonly TreeFile[], settings: ViewSettings, { changed, signal }?: {
    changed?: ChangedRules;
    signal?: AbortSignal | undefined;
}): Promise<View>;
/**
 * Every entry of a tree that is no directory, links and submodules included, sorted by path in code units. The size of a
 * submodule is 0, of a missing blob MISSING_SIZE.
 * @param tree a tree or a commit, by object name
 */
export declare function listTree(repo: Repository, tree: string, signal?: AbortSignal): Promise<TreeFile[]>;
/** Fills in the sizes of files that came from a command that does not tell them. Sorts. */
export declare function withSizes(repo: Repository, files: TreeFile[], signal?: AbortSignal): Promise<TreeFile[]>;
/** By path. Executable files without an extension are looked into for a shebang line, all others are known by name. */
export declare function fileLanguages(repo: Repository, files: readonly TreeFile[], signal?: AbortSignal): Promise<(path: string) => string>;
