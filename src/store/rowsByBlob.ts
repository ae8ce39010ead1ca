/**
 * Rows of many blobs, of one blob after the other, however large the table is. The index of blobs is for those who look for a few: a
 * few hundred blobs are on nearly all of its pages, so that reading a table blob by blob through it reads the index again and again.
 * Here the keys of all rows are looked at once, and then each row is read once, by its place.
 */

import { rowKeyOf } from '../base/identity.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { blobRuns } from './blobRuns.ts';
import { batchesOf } from './filter.ts';
import type { AskTable, ReadTable } from './readTable.ts';
import { decodeRows } from './schema.ts';
import type { ChunkStore, RowColumn } from './storePort.ts';

export interface BlobRows<C extends RowColumn> {
  key: BlobKey;
  /** In no particular order; none where the table has none. */
  rows: Pick<ChunkRow, C>[];
}

/** More blobs than this are found faster by a look at the keys of all rows than by lists. */
const PLACES_ABOVE = 1000;
/** Blobs that are looked up in one list. */
const BLOBS_AT_ONCE = 400;
/** Rows that are read together by their places. */
const ROWS_AT_ONCE = 2048;
/** A writer can move rows between the look at the keys and the reading: so often it is looked again. */
const ATTEMPTS = 5;

/** For each wanted blob: places of its rows. */
type Places = ReadonlyMap<BlobKey, readonly number[]>;

/**
 * @param few looks blobs up in lists
 * @param ask null where rows have no places
 */
export async function* rowsByBlob<C extends RowColumn>(
  few: Pick<ChunkStore, 'rows'>,
  ask: AskTable | null,
  blobs: readonly BlobKey[],
  columns: readonly C[],
): AsyncGenerator<BlobRows<C>> {
  const keys = [...new Set(blobs)];
  if (ask !== null && keys.length > PLACES_ABOVE) {
    for await (const some of readByPlaces(ask, keys, columns)) yield* some;
    return;
  }
  for (const batch of batchesOf(keys, BLOBS_AT_ONCE))
    yield* groupRows(batch, await few.rows({ blobs: batch }, withBlobs(columns)));
}

async function* readByPlaces<C extends RowColumn>(
  ask: AskTable,
  blobs: readonly BlobKey[],
  columns: readonly C[],
): AsyncGenerator<BlobRows<C>[]> {
  const wanted = new Set(blobs);
  let places = await ask((table) => readPlaces(table, wanted));
  const read = async (batch: readonly BlobKey[]): Promise<BlobRows<C>[]> => {
    for (let attempt = 1; ; attempt++) {
      const rows = await ask((table) => takeRows(table, batch, places, columns)).catch((error: unknown) => {
        // What moved may be beyond the end of the table now.
        if (attempt === ATTEMPTS) throw error;
        return null;
      });
      if (rows !== null) return rows;
      if (attempt === ATTEMPTS) throw new Error('the table changes faster than it can be read');
      places = await ask((table) => readPlaces(table, wanted));
    }
  };
  let pending: Promise<BlobRows<C>[]> | null = null;
  for (const batch of placedBatches(blobs, places)) {
    const next = read(batch);
    // It is awaited below, unless the caller stops before.
    next.catch(() => undefined);
    // The next rows are on their way while the caller looks at these.
    if (pending !== null) yield await pending;
    pending = next;
  }
  if (pending !== null) yield await pending;
}

async function readPlaces(table: ReadTable, wanted: ReadonlySet<BlobKey>): Promise<Places> {
  const places = new Map<BlobKey, number[]>();
  for await (const runs of blobRuns(table)) {
    for (const { key, start, rows } of runs) {
      if (!wanted.has(key)) continue;
      const own = places.get(key) ?? [];
      for (let row = 0; row < rows; row++) own.push(start + row);
      places.set(key, own);
    }
  }
  return places;
}

function* placedBatches(blobs: readonly BlobKey[], places: Places): Generator<BlobKey[]> {
  let batch: BlobKey[] = [];
  let rows = 0;
  for (const key of blobs) {
    batch.push(key);
    rows += places.get(key)?.length ?? 0;
    if (rows < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
    rows = 0;
  }
  if (batch.length > 0) yield batch;
}

/** @returns null where other rows stand there by now */
async function takeRows<C extends RowColumn>(
  table: ReadTable,
  batch: readonly BlobKey[],
  places: Places,
  columns: readonly C[],
): Promise<BlobRows<C>[] | null> {
  const offsets = batch.flatMap((key) => places.get(key) ?? []).sort((a, b) => a - b);
  const read = withBlobs(columns);
  const rows: Pick<ChunkRow, C | BlobColumn>[] = [];
  if (offsets.length > 0)
    for await (const some of table.select({ offsets, columns: read })) rows.push(...decodeRows(some, read));
  const found = groupRows<C>(batch, rows);
  return found.every(({ key, rows: { length } }) => length === (places.get(key)?.length ?? 0)) ? found : null;
}

type BlobColumn = 'blobSha' | 'language';

function withBlobs<C extends RowColumn>(columns: readonly C[]): (C | BlobColumn)[] {
  return [...new Set<C | BlobColumn>([...columns, 'blobSha', 'language'])];
}

/** @returns for each blob, in their order; rows of others are left out */
function groupRows<C extends RowColumn>(
  blobs: readonly BlobKey[],
  rows: readonly Pick<ChunkRow, C | BlobColumn>[],
): BlobRows<C>[] {
  const found = new Map<BlobKey, BlobRows<C>['rows']>(blobs.map((key) => [key, []]));
  for (const row of rows) found.get(rowKeyOf(row))?.push(row);
  return [...found].map(([key, own]) => ({ key, rows: own }));
}
