/** `cora gc`: the same collection that a build starts by itself when most rows are dead. */

import { findDeadRows, type GarbageReport, removeDeadRows } from './build/removeDeadRows.ts';
import { openStore } from './store/openStore.ts';
import { withWriteLock } from './store/withWriteLock.ts';
import type { Embedder, Log } from './types.ts';
import { storeDirOf, type Workspace } from './workspace.ts';

export interface GarbageRequest {
  workspace: Workspace;
  embedder: Embedder;
  log: Log;
  dryRun: boolean;
}

const LOCK_WAIT_MS = 60_000;

export async function collectGarbage({ workspace, embedder, log, dryRun }: GarbageRequest): Promise<GarbageReport> {
  const dir = storeDirOf(workspace, embedder);
  if (dryRun) {
    const store = await openStore(dir, embedder.dimensions, 'read');
    const { report } = await findDeadRows(workspace, dir, store);
    store.close();
    return report;
  }
  return withWriteLock(dir, { waitMs: LOCK_WAIT_MS, log }, async (lock) => {
    const store = await openStore(dir, embedder.dimensions, 'write');
    try {
      return await removeDeadRows(workspace, dir, store, 0, lock.ensureOwned);
    } finally {
      store.close();
    }
  });
}
