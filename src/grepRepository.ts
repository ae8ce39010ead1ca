/** `cora grep`: exact search in the caller's files, which needs no index. How files are searched is grep/. */

import { CoraError } from './errors.ts';
import { listTree } from './git/listTree.ts';
import { selectFiles } from './git/selectFiles.ts';
import { workingTreeChanges } from './git/workingTreeChanges.ts';
import { type GrepResult, grepFiles } from './grep/grepFiles.ts';
import { matcherOf } from './grepRepository/matcherOf.ts';
import type { Options } from './options.ts';
import { openWorkspaceFor, type Surroundings } from './session.ts';

/** @throws CoraError BAD_PATTERN; BAD_PATH in a bare repository; ABORTED */
export async function grepRepository(
  pattern: string,
  options: Options,
  surroundings: Surroundings,
  limits: { maxTotal: number; maxPerFile?: number; signal: AbortSignal },
): Promise<GrepResult> {
  const { repository, settings } = await openWorkspaceFor(options, surroundings);
  if (repository.worktree === null)
    throw new CoraError('BAD_PATH', 'A bare repository has no files to grep.', {
      hint: 'cora query TEXT searches its index.',
    });
  const tree = repository.head?.tree ?? null;
  const [committed, changes] = await Promise.all([
    tree === null ? [] : listTree(repository, tree),
    workingTreeChanges(repository),
  ]);
  const files = new Map(committed.map((file) => [file.path, file]));
  for (const { path, file } of changes) {
    if (file === null) files.delete(path);
    else files.set(path, file);
  }
  const view = await selectFiles(repository, tree, [...files.values()], settings);
  return grepFiles(pattern, {
    root: repository.worktree,
    paths: view.files.filter(matcherOf(options)).map(({ path }) => path),
    env: surroundings.env,
    fixed: options.fixed === true,
    word: options.word === true,
    case: options['ignore-case'] === true ? 'insensitive' : 'sensitive',
    before: options.context ?? 0,
    after: options.context ?? 0,
    maxTotal: limits.maxTotal,
    signal: limits.signal,
    maxPerFile: options['max-per-file'] ?? limits.maxPerFile,
  });
}
