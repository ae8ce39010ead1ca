/** `cora gc`: the same collection that a build starts by itself when most rows are dead. */

import type { Options } from '../settings/options.ts';
import { openStore } from '../store/openStore.ts';
import { hasTable } from '../store/openTable.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import { noIndex } from '../view/noIndex.ts';
import { locateIndex, type Surroundings } from '../view/surroundings.ts';
import { findDeadRows, type GarbageReport, removeDeadRows } from './build/removeDeadRows.ts';

const LOCK_WAIT_MS = 60_000;

/** @throws CoraError NO_INDEX, LOCKED, … */
export async function collectGarbage(
  options: Options,
  surroundings: Surroundings,
  { dryRun }: { dryRun: boolean },
): Promise<GarbageReport> {
  const { workspace, embedder, dir } = await locateIndex(options, surroundings);
  if (!(await hasTable(dir))) throw await noIndex(workspace, embedder);
  if (dryRun) {
    const store = await openStore(dir, embedder.dimensions, 'read');
    try {
      return (await findDeadRows(workspace, dir, store)).report;
    } finally {
      store.close();
    }
  }
  return withWriteLock(dir, { waitMs: LOCK_WAIT_MS, log: surroundings.log }, async (lock) => {
    const store = await openStore(dir, embedder.dimensions, 'write');
    try {
      return await removeDeadRows(workspace, dir, store, 0, lock.ensureOwned);
    } finally {
      store.close();
    }
  });
}
