/** Staged rows into the caller's store: a rename where it has no table, else whole blobs that are not there yet. Under the lock. */

import { rename, rm } from 'node:fs/promises';
import { rowKeyOf } from '../../base/identity.ts';
import type { ChunkRow, Log } from '../../base/types.ts';
import { openStore } from '../../store/openStore.ts';
import { CHUNKS, hasTable } from '../../store/openTable.ts';
import { ROW_COLUMNS } from '../../store/schema.ts';
import { tableDirectory } from '../../store/tableHandle.ts';
import { WRITER_WAIT_MS, withWriteLock } from '../../store/withWriteLock.ts';

export interface MergeRequest {
  /** Where the staged table is. */
  from: string;
  /** The store's folder of this embedder. */
  to: string;
  dimensions: number;
  log: Log;
}

/** What a team changes in a day is one commit of the table; a whole repository is several, each of whole blobs. */
const COMMIT_BYTES = 64_000_000;

export function mergeRows({ from, to, dimensions, log }: MergeRequest): Promise<void> {
  return withWriteLock(to, { waitMs: WRITER_WAIT_MS, log }, async (lock) => {
    if (!(await hasTable(to))) {
      // What is there without a version is what a killed run left.
      await rm(tableDirectory(to, CHUNKS), { recursive: true, force: true });
      lock.ensureOwned();
      await rename(tableDirectory(from, CHUNKS), tableDirectory(to, CHUNKS));
      return;
    }
    const [source, target] = await Promise.all([
      openStore(from, dimensions, 'read'),
      openStore(to, dimensions, 'write'),
    ]);
    try {
      // Another writer may have been here since.
      const known = await target.blobKeys();
      let rows: ChunkRow[] = [];
      let bytes = 0;
      const append = async (): Promise<void> => {
        lock.ensureOwned();
        await target.append(rows);
        rows = [];
        bytes = 0;
      };
      // Rows of a blob stand together, as they were written; a commit ends where a blob does.
      for await (const batch of source.scan(ROW_COLUMNS)) {
        for (const row of batch) {
          if (known.has(rowKeyOf(row))) continue;
          const last = rows.at(-1);
          if (bytes >= COMMIT_BYTES && last !== undefined && rowKeyOf(last) !== rowKeyOf(row)) await append();
          rows.push(row);
          bytes += row.text.length + row.searchText.length;
        }
      }
      if (rows.length > 0) await append();
    } finally {
      source.close();
      target.close();
    }
  });
}
