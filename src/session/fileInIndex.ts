/**
 * Tells whether one file of a repository is found by a query, with how many chunks; and if not,
 * why.
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import { rulesAround } from '../git/ruleFiles.ts';
import { checkPath, refusedPath, WorkingTreeFiles } from '../git/safePath.ts';
import { trackingOf } from '../git/tracking.ts';
import { selectFiles } from '../git/treeFiles.ts';
import type { SessionSettings, Surroundings } from '../settings/requests.ts';
import { readState } from '../store/state.ts';
import type { CallerView } from '../view/callerView.ts';
import { locateIndex } from '../view/surroundings.ts';
import type { Workspace } from '../view/workspace.ts';
import { openSearcher } from './session.ts';

export interface FileInIndex {
  path: string;
  status: FileStatus;
  /** The number of its chunks as a query sees it: an uncommitted edit is chunked in memory. */
  chunks: number;
}

/**
 * @param path relative to the top level, with `/`
 * @throws CoraError BAD_PATH that says why the file is not found by queries, NO_INDEX
 */
export async function fileInIndex(
  path: string,
  settings: SessionSettings,
  surroundings: Surroundings,
): Promise<FileInIndex> {
  checkPath(path);
  const searcher = await openSearcher(settings, surroundings);
  try {
    const { context, view } = await searcher.parts();
    const file = view.files.find((one) => one.path === path);
    if (file === undefined) throw await whyNot(path, view, settings, surroundings);
    const key = blobKeyOf(file);
    const fresh = view.overlay.filter((row) => rowKeyOf(row) === key).length;
    const stored = async () => (await (await context.store).rows({ blobs: [key] }, ['chunkId'])).length;
    const chunks = fresh > 0 ? fresh : await stored();
    if (chunks === 0) throw await whyNot(path, view, settings, surroundings);
    return { path, status: file.status, chunks };
  } finally {
    searcher.close();
  }
}

async function whyNot(path: string, { freshness }: CallerView, settings: SessionSettings, surroundings: Surroundings) {
  const missing = freshness.missingFiles.find((one) => one.path === path);
  if (missing !== undefined) return refusedPath(path, `is not in the index: ${missing.reason}`);
  const { workspace, dir } = await locateIndex(settings, surroundings);
  // Only reading tells these: binary, empty, a pointer of Git LFS, a file that the parser failed
  // on.
  const state = await readState(dir);
  const failed = state?.failed.find((one) => one.path === path);
  if (failed !== undefined) return refusedPath(path, `could not be indexed: ${failed.error}`);
  const skipped = state?.skipped.find((one) => one.path === path) ?? (await skippedNow(path, workspace));
  if (skipped === null) return refusedPath(path, 'is not a file of this repository');
  const { reason, detail } = skipped;
  return refusedPath(path, `is left out of the index: ${reason}${detail === undefined ? '' : ` (${detail})`}`);
}

/** @returns null where there is no such file */
async function skippedNow(
  path: string,
  { repository, settings }: Workspace,
): Promise<{ reason: string; detail?: string | undefined } | null> {
  const { worktree } = repository;
  const found = worktree === null ? null : new WorkingTreeFiles(worktree).find(path);
  const { kind, headBlob } =
    worktree === null ? { kind: 'tracked', headBlob: null } : await trackingOf(repository, path);
  if (headBlob === null && found?.kind !== 'file') return null;
  if (kind === 'ignored') return { reason: 'ignored', detail: 'by Git' };
  const size = found?.kind === 'file' ? found.size : 1;
  const file = { path, blob: '', size, mode: '100644' };
  const changed = rulesAround(repository, [file]);
  const { skipped } = await selectFiles(repository, repository.head?.tree ?? null, [file], settings, { changed });
  return skipped[0] ?? { reason: size === 0 ? 'empty' : 'no text' };
}
