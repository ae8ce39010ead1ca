/**
 * Rows of blobs that no branch, worktree, index or recent reflog entry holds any more are counted
 * and removed, and commentary on them: by `cora gc`, and by a build when most rows are dead.
 */

import type { BlobKey } from '../base/types.ts';
import type { RowReader } from '../engine/rowReader.ts';
import { withSearchFile } from '../engine/searchFile.ts';
import { SearchFileWriter } from '../engine/searchFileWriter.ts';
import { liveBlobs } from '../git/liveBlobs.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { COMMENTARY_TABLE } from '../store/commentaryTable.ts';
import { type ChunkStore, withStore } from '../store/openStore.ts';
import { readState } from '../store/state.ts';
import { removeViewsOf } from '../store/views.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import { noIndex } from '../view/noIndex.ts';
import { locateIndex } from '../view/surroundings.ts';
import { RETENTION_MS, type Workspace } from '../view/workspace.ts';
import { takePendingRows } from './takePendingRows.ts';

const LOCK_WAIT_MS = 60_000;

/** @throws CoraError NO_INDEX, LOCKED, … */
export async function collectGarbage(
  settings: IndexSettings,
  surroundings: Surroundings,
  { dryRun }: { dryRun: boolean },
): Promise<GarbageReport> {
  const { workspace, embedder, dir } = await locateIndex(settings, surroundings);
  if ((await readState(dir)) === null) throw await noIndex(workspace, embedder);
  const { dimensions } = embedder;
  if (dryRun) return withSearchFile(dir, dimensions, async (rows) => (await findDeadRows(workspace, dir, rows)).report);
  return withWriteLock(dir, { waitMs: LOCK_WAIT_MS, log: surroundings.log }, (lock) =>
    withStore(dir, dimensions, 'write', async (store) => {
      const search = await SearchFileWriter.begin(dir, store);
      if (await takePendingRows(dir, store, lock.ensureOwned)) await search.finish(store);
      return removeDeadRows(workspace, dir, store, 0, lock.ensureOwned);
    }),
  );
}

// Rows of blobs that no branch, worktree, index or recent reflog entry holds any more. The caller
// holds the write lock.

interface GarbageReport {
  rows: number;
  deadRows: number;
  deadBlobs: number;
  removed: boolean;
  /** Described chunks that no row holds any more; only where some were removed. */
  commentary?: number;
}

async function findDeadRows(
  workspace: Workspace,
  dir: string,
  store: Pick<RowReader, 'blobKeys'>,
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
    const search = await SearchFileWriter.begin(dir, store);
    await store.remove(dead);
    await store.optimize(RETENTION_MS);
    await search.finish(store);
  }
  const commentary = await removeDeadCommentary(dir, store, ensureOwned);
  return { ...report, removed, ...(commentary === 0 ? {} : { commentary }) };
}

// Commentary on content that no row has any more, of whatever branch. The caller holds the write
// lock.

/** @returns how many were removed */
async function removeDeadCommentary(dir: string, store: ChunkStore, ensureOwned: () => void): Promise<number> {
  const table = await COMMENTARY_TABLE.open(dir, 'write');
  if (table === null) return 0;
  const live = new Set<string>();
  for await (const rows of store.scan(['contentHash'])) for (const { contentHash } of rows) live.add(contentHash);
  const rows = table.scan(['contentHash']);
  const dead = rows.map(({ contentHash }) => contentHash).filter((hash) => !live.has(hash));
  if (dead.length === 0) return 0;
  await table.remove(dead, ensureOwned);
  return dead.length;
}
