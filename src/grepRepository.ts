/** `cora grep`: exact search in the caller's files, which needs no index. How files are searched is grep/. */

import { CoraError } from './errors.ts';
import { languageOf } from './git/languages.ts';
import { listTree } from './git/listTree.ts';
import { selectFiles } from './git/selectFiles.ts';
import { skipReasonOf } from './git/skipReasonOf.ts';
import { workingTreeChanges } from './git/workingTreeChanges.ts';
import { changedRules } from './git/workingTreeRules.ts';
import { type GrepResult, grepFiles } from './grep/grepFiles.ts';
import { matcherOf } from './grepRepository/matcherOf.ts';
import { searchableFiles } from './grepRepository/searchableFiles.ts';
import type { Options } from './options.ts';
import { openWorkspaceFor, type Surroundings } from './session.ts';

export interface GrepLimits {
  maxTotal: number;
  maxPerFile?: number;
  signal: AbortSignal;
  /** Never from a setting, an option of a server or a request: whoever may say it types `cora grep --unredacted`. */
  unredacted?: boolean;
}

/** @throws CoraError BAD_PATTERN; BAD_PATH in a bare repository; ABORTED */
export async function grepRepository(
  pattern: string,
  options: Options,
  surroundings: Surroundings,
  limits: GrepLimits,
): Promise<GrepResult> {
  const { repository, settings, location } = await openWorkspaceFor(options, surroundings);
  if (repository.worktree === null)
    throw new CoraError('BAD_PATH', 'A bare repository has no files to grep.', {
      hint: 'cora query TEXT searches its index.',
    });
  const tree = repository.head?.tree ?? null;
  const [committed, changes] = await Promise.all([
    tree === null ? [] : listTree(repository, tree),
    workingTreeChanges(repository, {
      skip: (path, size, mode) => skipReasonOf(path, size, mode, settings)?.reason ?? null,
      except: location.root,
      signal: limits.signal,
    }),
  ]);
  const files = new Map(committed.map((file) => [file.path, file]));
  for (const { path, file } of changes) {
    if (file === null) files.delete(path);
    else files.set(path, file);
  }
  const changed = changedRules(repository, changes);
  const view = await selectFiles(repository, tree, [...files.values()], settings, { changed });
  const isWanted = matcherOf(options);
  const result = await grepFiles(pattern, {
    files: searchableFiles(repository.worktree),
    root: repository.worktree,
    paths: view.files.filter(isWanted).map(({ path }) => path),
    env: surroundings.env,
    fixed: options.fixed === true,
    word: options.word === true,
    ignoreCase: options['ignore-case'] === true,
    unredacted: limits.unredacted === true,
    before: options.context ?? 0,
    after: options.context ?? 0,
    maxTotal: limits.maxTotal,
    signal: limits.signal,
    maxPerFile: options['max-per-file'] ?? limits.maxPerFile,
  });
  const unreadable = changes.filter(({ skipped }) => skipped?.reason === 'unreadable').map(({ path }) => path);
  for (const path of unreadable) {
    if (isWanted({ path, language: languageOf(path) })) result.skipped.push({ path, reason: 'unreadable' });
  }
  return result;
}
