/** Rows of blobs that no branch, worktree, index or recent reflog entry holds any more. The caller holds the write lock. */

import type { BlobKey } from '../../base/types.ts';
import { liveBlobs } from '../../git/liveBlobs.ts';
import { readState } from '../../store/state.ts';
import type { ChunkStore } from '../../store/storePort.ts';
import { removeViewsOf } from '../../store/views.ts';
import { RETENTION_MS, type Workspace } from '../../view/workspace.ts';
import { removeDeadCommentary } from './removeDeadCommentary.ts';

export interface GarbageReport {
  rows: number;
  deadRows: number;
  deadBlobs: number;
  removed: boolean;
  /** Described chunks that no row holds any more; only where some were removed. */
  commentary?: number;
}

export async function findDeadRows(
  workspace: Workspace,
  dir: string,
  store: ChunkStore,
): Promise<{ dead: BlobKey[]; report: GarbageReport }> {
  const [known, live, state] = await Promise.all([
    store.blobKeys(),
    liveBlobs(workspace.repository, Date.now() / 1000),
    readState(dir),
  ]);
  // An index of a commit that was pulled but never fetched stays whole.
  for (const { blob } of Object.values(state?.files ?? {})) live.add(blob);
  const dead = [...known.keys()].filter((key) => !live.has(key.slice(0, key.indexOf(':'))));
  const rows = [...known.values()].reduce((sum, count) => sum + count, 0);
  const deadRows = dead.reduce((sum, key) => sum + (known.get(key) ?? 0), 0);
  return { dead, report: { rows, deadRows, deadBlobs: dead.length, removed: false } };
}

/**
 * Commentary goes with the last row of its content.
 * @param above do nothing while dead rows are less than this share of all
 */
export async function removeDeadRows(
  workspace: Workspace,
  dir: string,
  store: ChunkStore,
  above: number,
  ensureOwned: () => void,
): Promise<GarbageReport> {
  const { dead, report } = await findDeadRows(workspace, dir, store);
  const removed = dead.length > 0 && report.deadRows >= above * report.rows;
  if (!removed && above > 0) return report;
  if (removed) {
    ensureOwned();
    await removeViewsOf(dir, new Set(dead));
    await store.remove(dead);
    await store.optimize(RETENTION_MS);
  }
  const commentary = await removeDeadCommentary(dir, store, ensureOwned);
  return { ...report, removed, ...(commentary === 0 ? {} : { commentary }) };
}
