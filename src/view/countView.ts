/** A view's statistics by difference: what the nearest counted view had, minus the blobs that went, plus those that came. */

import { blobKeyOf } from '../base/identity.ts';
import type { BlobKey } from '../base/types.ts';
import type { ChunkStore, ViewRecord } from '../store/storePort.ts';
import { COUNTED_COLUMNS, ViewStatistics } from './statistics.ts';

export interface CountRequest {
  store: ChunkStore;
  dimensions: number;
  /** Blobs of the wanted view that have rows. */
  keys: ReadonlySet<BlobKey>;
  base: ViewRecord | null;
  /** Rows of each blob, to check the result. */
  rowCounts: ReadonlyMap<BlobKey, number>;
  /** Counted already, while the rows were written; rows of other views among them are taken out again. */
  counted: { keys: ReadonlySet<BlobKey>; statistics: ViewStatistics } | null;
}

export async function countView(request: CountRequest): Promise<ViewStatistics> {
  const expected = [...request.keys].reduce((sum, key) => sum + (request.rowCounts.get(key) ?? 0), 0);
  if (request.base !== null) {
    const statistics = new ViewStatistics(request.base);
    const had = new Set(request.base.files.map(blobKeyOf));
    const gone = [...had].filter((key) => !request.keys.has(key));
    const came = [...request.keys].filter((key) => !had.has(key));
    if (gone.length + came.length < request.keys.size) {
      await eachRow(request.store, gone, (row) => statistics.remove(row));
      await eachRow(request.store, came, (row) => statistics.add(row));
      // Rows of `gone` may have been collected since: then the difference is not to be had.
      if (statistics.chunks === expected) return statistics;
    }
  }
  const statistics = request.counted?.statistics ?? new ViewStatistics(request.dimensions);
  const others = [...(request.counted?.keys ?? [])].filter((key) => !request.keys.has(key));
  await eachRow(request.store, others, (row) => statistics.remove(row));
  await eachRow(
    request.store,
    [...request.keys].filter((key) => !request.counted?.keys.has(key)),
    (row) => statistics.add(row),
  );
  return statistics;
}

type CountedRowHandler = (row: Parameters<ViewStatistics['add']>[0]) => void;

async function eachRow(store: ChunkStore, keys: readonly BlobKey[], handle: CountedRowHandler): Promise<void> {
  for await (const { rows } of store.rowsByBlob(keys, COUNTED_COLUMNS)) for (const row of rows) handle(row);
}
