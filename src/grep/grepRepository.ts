/** `cora grep`: exact search in the caller's files, which needs no index. How files are searched is grep/. */

import { CoraError } from '../base/errors.ts';
import type { Freshness } from '../base/searchTypes.ts';
import type { SkipReason } from '../base/types.ts';
import { freshnessWithoutIndex } from '../git/freshnessWithoutIndex.ts';
import { listTree } from '../git/listTree.ts';
import { refuseLostHead } from '../git/lostObject.ts';
import { sizedOnDisk } from '../git/missingContent.ts';
import { openBlobReader } from '../git/openBlobReader.ts';
import { comparePaths } from '../git/pathBytes.ts';
import { LARGEST_FILE } from '../git/readWorkingFile.ts';
import { selectFiles } from '../git/selectFiles.ts';
import { skipReasonOf } from '../git/skipReasonOf.ts';
import { workingTreeChanges } from '../git/workingTreeChanges.ts';
import { changedRules } from '../git/workingTreeRules.ts';
import { languageOf } from '../languages/languages.ts';
import type { Options } from '../settings/options.ts';
import { explainFilters } from '../view/explainFilters.ts';
import { openWorkspaceFor, type Surroundings } from '../view/surroundings.ts';
import { type GrepResult, grepFiles } from './grepFiles.ts';
import { matcherOf } from './matcherOf.ts';
import { otherFiles } from './otherFiles.ts';
import { searchableFiles } from './searchableFiles.ts';

export interface GrepLimits {
  maxTotal: number;
  maxPerFile?: number;
  signal: AbortSignal;
  /** Never from a setting, an option of a server or a request: whoever may say it types `cora grep --unredacted`. */
  unredacted?: boolean;
}

/** What grep answers: of the files as they are now, without the index. */
export interface GrepAnswer extends GrepResult {
  freshness: Freshness;
  /** Why no file passes the filters; left out where one does. */
  notice?: string;
}

/** @throws CoraError BAD_PATTERN; BAD_PATH in a bare repository; GIT where HEAD's commit is lost; ABORTED */
export async function grepRepository(
  pattern: string,
  options: Options,
  surroundings: Surroundings,
  limits: GrepLimits,
): Promise<GrepAnswer> {
  const { repository, settings, location } = await openWorkspaceFor(options, surroundings);
  if (repository.worktree === null)
    throw new CoraError('BAD_PATH', 'A bare repository has no files to grep.', {
      hint: 'cora query TEXT searches its index.',
    });
  refuseLostHead(repository);
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
  const view = await selectFiles(repository, tree, sizedOnDisk(repository, [...files.values()]), settings, { changed });
  const isWanted = matcherOf(options);
  const wanted = view.files.filter(isWanted);
  const blobs = openBlobReader(repository);
  const result = await grepFiles(pattern, {
    files: searchableFiles(
      repository.worktree,
      LARGEST_FILE,
      await otherFiles(repository, wanted, blobs, { tree, changed }),
    ),
    root: repository.worktree,
    paths: wanted.map(({ path }) => path),
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
  }).finally(() => blobs.close());
  const unseen = changes.flatMap(({ path, skipped }) => (skipped === undefined ? [] : [{ path, ...skipped }]));
  for (const { path, reason } of [...view.skipped, ...unseen]) {
    if (isUnsearched(reason) && isWanted({ path, language: languageOf(path) })) result.skipped.push({ path, reason });
  }
  result.skipped.sort(comparePaths);
  const nothing =
    wanted.length > 0 ? null : explainFilters(view.files, { paths: options.path, languages: options.lang });
  const notice = nothing === null ? {} : { notice: nothing };
  return { ...result, ...notice, freshness: freshnessWithoutIndex(repository, view, changes) };
}

const UNSEARCHED = ['unreadable', 'not-checked-out', 'missing-blob', 'missing-object'] as const;

/** True for what would be searched if it could be had. */
function isUnsearched(reason: SkipReason): reason is (typeof UNSEARCHED)[number] {
  return UNSEARCHED.some((one) => one === reason);
}
