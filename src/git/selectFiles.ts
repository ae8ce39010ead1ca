/** Which files of a tree are indexed: the view, and why the others are not in it. */

import type { SkippedFile, TreeFile, View, ViewFile } from '../base/types.ts';
import { fileLanguages } from './fileLanguages.ts';
import { comparePaths } from './pathBytes.ts';
import type { Repository } from './repository.ts';
import { type ChangedRules, NO_CHANGED_RULES, readRuleFiles } from './ruleFiles.ts';
import { skipReasonOf, type ViewSettings } from './skipReasonOf.ts';

export type { ViewSettings } from './skipReasonOf.ts';

/**
 * @param tree whose ignore files and attributes count, by object name; null for none (a branch without a commit)
 * @param files all files of the tree, or a few changed ones, committed or not
 * @param options `changed`: rule files of the working tree, which count instead of the tree's
 */
export async function selectFiles(
  repo: Repository,
  tree: string | null,
  files: readonly TreeFile[],
  settings: ViewSettings,
  { changed = NO_CHANGED_RULES, signal }: { changed?: ChangedRules; signal?: AbortSignal | undefined } = {},
): Promise<View> {
  if (files.length === 0) return { files: [], skipped: [], missing: [] };
  const contextOf = await readRuleFiles(repo, tree, files, changed, signal);
  const selected: TreeFile[] = [];
  const skipped: SkippedFile[] = [];
  const missing: TreeFile[] = [];
  for (const file of files) {
    const skip = skipReasonOf(file.path, file.size, file.mode, settings, contextOf(file.path));
    if (skip?.reason === 'missing-blob') missing.push(file);
    if (skip === null) selected.push(file);
    else if (skip.reason === 'missing-blob' && !repo.partial)
      skipped.push({ path: file.path, reason: 'missing-object', detail: file.blob });
    else skipped.push({ path: file.path, ...skip });
  }
  const languageOf = await fileLanguages(repo, selected, signal);
  const withLanguage = (file: TreeFile): ViewFile => ({ ...file, language: languageOf(file.path) });
  return {
    files: selected.map(withLanguage).sort(comparePaths),
    skipped: skipped.sort(comparePaths),
    missing: missing.map(withLanguage).sort(comparePaths),
  };
}
