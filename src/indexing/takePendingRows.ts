/**
 * Rows that a pull left in the search file alone come into the table: nothing is chunked or
 * embedded. To be used under the write lock, before a run looks at what the table has.
 */

import { blobKeyOf } from '../base/identity.ts';
import type { ChunkRow } from '../base/types.ts';
import { prepareChunk } from '../chunk/chunksFrom.ts';
import { hasPending, pendingRows } from '../engine/joinSegments.ts';
import type { ChunkStore } from '../store/openStore.ts';

/** One commit of the table holds about this much. */
const COMMIT_BYTES = 24_000_000;

/** @returns false where there were none */
export async function takePendingRows(dir: string, store: ChunkStore, ensureOwned: () => void): Promise<boolean> {
  if (!(await hasPending(dir))) return false;
  const known = await store.blobKeys();
  let waiting: ChunkRow[] = [];
  let bytes = 0;
  const commit = async (): Promise<void> => {
    ensureOwned();
    await store.append(waiting);
    waiting = [];
    bytes = 0;
  };
  for await (const rows of pendingRows(dir, store.dimensions)) {
    const [{ blobSha: blob, language }] = rows as [ChunkRow];
    // A run that was killed may have brought them.
    if (known.has(blobKeyOf({ blob, language }))) continue;
    for (const row of rows) {
      const whole = Object.assign(row, prepareChunk(row)) as ChunkRow;
      waiting.push(whole);
      bytes += whole.text.length + whole.searchText.length + 2 * store.dimensions;
    }
    if (bytes >= COMMIT_BYTES) await commit();
  }
  await commit();
  return true;
}
