/** Rows by chunk id: those of blobs that are not in the table from memory, the others from the table. */

import type { ChunkRow } from '../base/types.ts';
import type { ChunkStore } from '../store/storePort.ts';

/** @returns without ids that nobody has (any more) */
export async function rowsById<C extends keyof ChunkRow>(
  store: ChunkStore,
  overlay: readonly ChunkRow[],
  chunkIds: Iterable<string>,
  columns: readonly C[],
): Promise<ReadonlyMap<string, Pick<ChunkRow, C | 'chunkId'>>> {
  const wanted = new Set(chunkIds);
  const found = new Map<string, Pick<ChunkRow, C | 'chunkId'>>();
  for (const row of overlay) if (wanted.delete(row.chunkId)) found.set(row.chunkId, row);
  if (wanted.size === 0) return found;
  const all = [...new Set<C | 'chunkId'>(['chunkId', ...columns])];
  for (const row of await store.rows({ chunkIds: [...wanted] }, all)) found.set(row.chunkId, row);
  return found;
}
