/** Commentary on content that no row has any more, of whatever branch. The caller holds the write lock. */

import { hasCommentary, openCommentary } from '../../store/commentaryTable.ts';
import type { ChunkStore } from '../../store/storePort.ts';
import { RETENTION_MS } from '../../view/workspace.ts';

/** @returns how many were removed */
export async function removeDeadCommentary(dir: string, store: ChunkStore, ensureOwned: () => void): Promise<number> {
  if (!(await hasCommentary(dir))) return 0;
  const table = await openCommentary(dir, null, 'write');
  if (table === null) return 0;
  try {
    const live = new Set<string>();
    for await (const rows of store.scan(['contentHash'])) for (const { contentHash } of rows) live.add(contentHash);
    const rows = await table.scan(['contentHash']);
    const dead = rows.map(({ contentHash }) => contentHash).filter((hash) => !live.has(hash));
    if (dead.length === 0) return 0;
    await table.remove(dead, ensureOwned);
    await table.tidy(RETENTION_MS);
    return dead.length;
  } finally {
    table.close();
  }
}
