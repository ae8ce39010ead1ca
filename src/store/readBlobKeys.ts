/** Which blobs a table has rows of. */

import type { BlobKey } from '../base/types.ts';
import { blobRuns } from './blobRuns.ts';
import type { ReadTable } from './readTable.ts';

/** @returns how many rows each blob has */
export async function readBlobKeys(table: ReadTable): Promise<Map<BlobKey, number>> {
  const keys = new Map<BlobKey, number>();
  for await (const runs of blobRuns(table))
    for (const { key, rows } of runs) keys.set(key, (keys.get(key) ?? 0) + rows);
  return keys;
}
