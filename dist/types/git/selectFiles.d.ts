/** Which files of a tree are indexed: the view, and why the others are not in it. */
import type { TreeFile, View } from '../base/types.ts';
import type { Repository } from './repository.ts';
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
