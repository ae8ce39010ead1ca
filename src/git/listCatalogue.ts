/**
 * `cora files`: lists the files of the working tree or of a revision, with what is known of each,
 * indexed or not.
 */

import { lstatSync, type Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { comparePaths } from '../base/patterns.ts';
import type { Freshness } from '../base/searchTypes.ts';
import type { CatalogueEntry, SkipReason, TreeFile } from '../base/types.ts';
import { isBinary, isOnlySpace } from '../secrets/text.ts';
import { diffTrees } from './diffTrees.ts';
import { sizedOnDisk } from './missingContent.ts';
import { isLfsPointer, readBlobs } from './readBlobs.ts';
import { readWorkingFiles } from './readWorkingFile.ts';
import { fsPath, type Repository, refuseLostHead } from './repository.ts';
import { resolveCommit } from './resolveCommit.ts';
import { changedRules } from './ruleFiles.ts';
import { skipReasonOf, type ViewSettings } from './skipReasonOf.ts';
import { fileLanguages, listTree, selectFiles } from './treeFiles.ts';
import { freshnessWithoutIndex, type WorkingTreeChange, workingTreeChanges } from './workingTreeChanges.ts';

export interface Catalogue {
  /** Sorted by path. */
  files: CatalogueEntry[];
  freshness: Freshness;
}

interface Listed extends Pick<CatalogueEntry, 'path' | 'status'> {
  /** Null for a file that was not read, for the reason in `skipped`. */
  file: TreeFile | null;
  reason: SkipReason | null;
}

/**
 * Lists every file of the working tree that git does not ignore, or of a revision, and whether the
 * settings allow to index it. Only files that may be indexed are read.
 * @param rev null for the working tree, or HEAD in a bare repository
 * @param options `except` as in workingTreeChanges
 * @throws CoraError BAD_REVISION
 */
export async function listCatalogue(
  repo: Repository,
  rev: string | null,
  settings: ViewSettings,
  { except, signal }: { except?: string; signal?: AbortSignal } = {},
): Promise<Catalogue> {
  const isNow = rev === null && repo.worktree !== null;
  refuseLostHead(repo);
  const tree = isNow && repo.head === null ? null : (await resolveCommit(repo, rev ?? 'HEAD')).tree;
  const skip = (path: string, size: number, mode: string) => skipReasonOf(path, size, mode, settings)?.reason ?? null;
  const options = { skip, except, signal };
  const [committed, changes] = await Promise.all([
    tree === null ? [] : listTree(repo, tree, signal),
    isNow ? workingTreeChanges(repo, options) : [],
  ]);
  const sized = isNow ? sizedOnDisk(repo, committed) : committed;
  const listed = withChanges(sized, changes);
  const files = listed.flatMap(({ file }) => file ?? []);
  const lacking = sized.filter((file, at) => file !== committed[at]);
  const onDisk = new Set([...changes, ...lacking].map(({ path }) => path));
  const [view, looks, languageOf] = await Promise.all([
    selectFiles(repo, tree, files, settings, { changed: isNow ? changedRules(repo, changes) : undefined, signal }),
    lookInto(repo, files, onDisk, settings.maxFileSize, signal),
    fileLanguages(repo, files, signal),
  ]);
  const reasons = new Map(view.skipped.map(({ path, reason }) => [path, reason]));
  const entries: CatalogueEntry[] = [];
  for (const [at, { path, status, file, reason }] of listed.entries()) {
    if (at % IN_A_TURN === IN_A_TURN - 1) await setImmediate();
    const look = file?.mode.startsWith('100') === true ? looks.get(file.blob) : undefined;
    const found = repo.worktree === null ? null : statsOf(fsPath(repo.worktree, path));
    const why = reason ?? reasons.get(path) ?? look?.reason ?? null;
    entries.push({
      path,
      status,
      size_bytes: Math.max(file === null ? (found?.size ?? 0) : file.size, 0),
      mtime_ms: found === null ? null : Math.round(found.mtimeMs),
      is_binary: look?.isBinary ?? false,
      language: languageOf(path),
      blob: file?.blob ?? null,
      indexed: why === null,
      reason: why,
    });
  }
  return { files: entries, freshness: freshnessWithoutIndex(repo, view, changes) };
}

/** So many files take a server some milliseconds, before it looks at other requests. */
const IN_A_TURN = 1000;

/** Asks at once: a promise for each of 100,000 files takes six times as long. */
function statsOf(path: string | Buffer): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

function withChanges(committed: readonly TreeFile[], changes: readonly WorkingTreeChange[]): Listed[] {
  const listed = new Map<string, Listed>();
  for (const file of committed) listed.set(file.path, { path: file.path, status: 'committed', file, reason: null });
  for (const { path, status, file, skipped } of changes) {
    // Rule files count even if git ignores them, but they are not files of the caller.
    if (status === 'deleted' || skipped?.reason === 'ignored') listed.delete(path);
    else listed.set(path, { path, status, file, reason: skipped?.reason ?? null });
  }
  return [...listed.values()].sort(comparePaths);
}

/** In bytes: enough to see the kind of a file that is too large to be indexed. */
const LEAST_READ = 8000;

interface Look {
  isBinary: boolean;
  /** Why a build would not index it; null if it would. */
  reason: SkipReason | null;
}

/** @param onDisk files whose bytes are read from the working tree */
async function lookInto(
  repo: Repository,
  files: readonly TreeFile[],
  onDisk: ReadonlySet<string>,
  maxFileSize: number,
  signal: AbortSignal | undefined,
): Promise<Map<string, Look>> {
  const regular = files.filter(({ mode, size }) => mode.startsWith('100') && size >= 0);
  const sizes = new Map(regular.filter(({ path }) => !onDisk.has(path)).map(({ blob, size }) => [blob, size]));
  const looks = new Map<string, Look>();
  const most = Math.max(maxFileSize, LEAST_READ);
  for await (const { blob, bytes } of readBlobs(repo, [...sizes.keys()], signal, most)) {
    if (bytes === null) continue;
    // UTF-16 has an even number of bytes, so a part must not have an even number if the whole has
    // an odd one.
    const odd = bytes.length % 2 === 0 && sizes.get(blob)! % 2 === 1;
    looks.set(blob, lookAtContent(odd ? bytes.subarray(0, -1) : bytes));
  }
  const there = new Map(regular.filter(({ path }) => onDisk.has(path)).map(({ path, blob }) => [path, blob]));
  for await (const { path, bytes } of there.size === 0 ? [] : readWorkingFiles(repo, [...there.keys()])) {
    if (bytes !== null) looks.set(there.get(path)!, lookAtContent(bytes));
  }
  return looks;
}

/** Says whether content is binary, and why a file of it has no rows. */
export function lookAtContent(bytes: Uint8Array): Look {
  const binary = isBinary(bytes);
  const reason = isLfsPointer(bytes) ? 'filtered' : binary ? 'binary' : isOnlySpace(bytes) ? 'empty' : null;
  return { isBinary: binary, reason };
}

export interface ChangedFile extends CatalogueEntry {
  change: 'added' | 'modified';
}

export interface ChangedFiles extends Catalogue {
  /** The commit with which files are compared. */
  since: string;
  /** Sorted by path. A rename is an added and a deleted file. */
  files: ChangedFile[];
  /** Paths of the commit that do not exist any more. */
  deleted: string[];
}

/**
 * Compares contents, so an edit that was undone does not count.
 * @param since a commit, branch or tag
 * @param rev null for the working tree, with uncommitted and untracked files
 * @throws CoraError BAD_REVISION
 */
export async function changedFilesSince(
  repo: Repository,
  since: string,
  rev: string | null,
  settings: ViewSettings,
  options: { except?: string; signal?: AbortSignal } = {},
): Promise<ChangedFiles> {
  const [before, catalogue] = await Promise.all([
    resolveCommit(repo, since),
    listCatalogue(repo, rev, settings, options),
  ]);
  const after = rev === null ? repo.head : await resolveCommit(repo, rev);
  const [old, differences] = await Promise.all([
    listTree(repo, before.tree, options.signal),
    after === null ? [] : diffTrees(repo, before.tree, after.tree, options.signal),
  ]);
  const oldBlobs = new Map(old.map(({ path, blob }) => [path, blob]));
  const differs = new Set(differences.map(({ path }) => path));
  const isChanged = ({ path, status, blob }: CatalogueEntry): boolean =>
    status === 'committed' && after !== null ? differs.has(path) : blob === null || oldBlobs.get(path) !== blob;
  const there = new Set(catalogue.files.map(({ path }) => path));
  return {
    since: before.commit,
    files: catalogue.files
      .filter(isChanged)
      .map((file) => ({ ...file, change: oldBlobs.has(file.path) ? 'modified' : 'added' })),
    deleted: old.map(({ path }) => path).filter((path) => !there.has(path)),
    freshness: catalogue.freshness,
  };
}
