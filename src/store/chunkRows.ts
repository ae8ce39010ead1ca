/**
 * Reads many rows of the table at once (by blob, or all), and writes rows, one commit of LanceDB
 * for each call. LanceDB's indexes are made for a few look-ups. Here all keys are read once, and
 * then each row once, by its place.
 */

import type { Table } from 'apache-arrow';
import { CoraError } from '../base/errors.ts';
import { rowKeyOf } from '../base/identity.ts';
import { getOrMake } from '../base/lists.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { toFloat16 } from '../engine/byteVectors.ts';
import type { BlobRows, RowColumn, RowOf } from '../engine/rowReader.ts';
import type { Lance } from './loadLance.ts';
import { type AskTable, batchesOf, ofBlobs, type ReadTable, type TableHandle } from './openTable.ts';
import {
  bytesOf,
  cellOf,
  chunkSchema,
  decodeRows,
  type EncodedColumn,
  type EncodedRows,
  FORMS,
  ROW_COLUMNS,
  sampleChunk,
  tableOf,
} from './schema.ts';

/** More blobs than this are found faster by reading all keys than by look-ups. */
const PLACES_ABOVE = 1000;
/** Blobs of one look-up. */
const BLOBS_AT_ONCE = 400;
/** Rows that are read together by place. */
const ROWS_AT_ONCE = 2048;
/**
 * A writer may move rows between reading the keys and reading the rows. Then both are repeated, up
 * to so many times.
 */
const ATTEMPTS = 5;

/** For each wanted blob the places of its rows. */
type Places = ReadonlyMap<BlobKey, readonly number[]>;

/** @param few looks up a few blobs. @param ask null if rows have no places */
export async function* rowsByBlob<C extends RowColumn>(
  few: (blobs: readonly BlobKey[], columns: readonly (C | BlobColumn)[]) => Promise<RowOf<C | BlobColumn>[]>,
  ask: AskTable | null,
  blobs: readonly BlobKey[],
  columns: readonly C[],
): AsyncGenerator<BlobRows<C>> {
  const keys = [...new Set(blobs)];
  if (ask !== null && keys.length > PLACES_ABOVE) {
    for await (const some of readByPlaces(ask, keys, columns)) yield* some;
    return;
  }
  for (const batch of batchesOf(keys, BLOBS_AT_ONCE)) yield* groupRows(batch, await few(batch, withBlobs(columns)));
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
        // Rows may have moved, so that a place is now beyond the end of the table.
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
    // It is awaited below, unless the caller stops before; then a failure must not count as
    // unhandled.
    next.catch(() => undefined);
    // The next rows are read while the caller uses these.
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
      const own = getOrMake(places, key, () => []);
      for (let row = 0; row < rows; row++) own.push(start + row);
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

/** @returns null if other rows stand at these places by now */
async function takeRows<C extends RowColumn>(
  table: ReadTable,
  batch: readonly BlobKey[],
  places: Places,
  columns: readonly C[],
): Promise<BlobRows<C>[] | null> {
  const offsets = batch.flatMap((key) => places.get(key) ?? []).sort((a, b) => a - b);
  const read = withBlobs(columns);
  const rows: RowOf<C | BlobColumn>[] = [];
  if (offsets.length > 0)
    for await (const some of table.select({ offsets, columns: read })) rows.push(...decodeRows(some, read));
  const found = groupRows<C>(batch, rows);
  return found.every(({ key, rows: { length } }) => length === (places.get(key)?.length ?? 0)) ? found : null;
}

type BlobColumn = 'blobSha' | 'language';

function withBlobs<C extends RowColumn>(columns: readonly C[]): (C | BlobColumn)[] {
  return [...new Set<C | BlobColumn>([...columns, 'blobSha', 'language'])];
}

/** @returns the rows of each blob, in their order; rows of other blobs are left out */
function groupRows<C extends RowColumn>(
  blobs: readonly BlobKey[],
  rows: readonly RowOf<C | BlobColumn>[],
): BlobRows<C>[] {
  const found = new Map<BlobKey, BlobRows<C>['rows']>(blobs.map((key) => [key, []]));
  for (const row of rows) found.get(rowKeyOf(row))?.push(row);
  return [...found].map(([key, own]) => ({ key, rows: own }));
}

// Where the rows of each blob are in a table, from two of its columns.

/** Neighbouring rows of one blob. */
interface BlobRun {
  key: BlobKey;
  /** The place of the first row in the table. */
  start: number;
  rows: number;
}

/**
 * Reads all keys in order. The rows of a blob mostly stand together, so each key is compared with
 * the one before.
 */
async function* blobRuns(table: ReadTable): AsyncGenerator<BlobRun[]> {
  let start = 0;
  for await (const batch of table.select({ columns: ['blobSha', 'language'] })) {
    const [blobs, languages] = [cellsOf(bytesOf(batch, 'blobSha')), cellsOf(bytesOf(batch, 'language'))];
    const runs: BlobRun[] = [];
    for (let row = 0, next = 0; row < batch.numRows; row = next) {
      for (next = row + 1; next < batch.numRows && blobs.isSame(row, next) && languages.isSame(row, next); ) next += 1;
      runs.push({ key: `${blobs.text(row)}:${languages.text(row)}`, start: start + row, rows: next - row });
    }
    yield runs;
    start += batch.numRows;
  }
}

interface Cells {
  isSame(row: number, other: number): boolean;
  text(row: number): string;
}

function cellsOf({ bytes, offsets }: ReturnType<typeof bytesOf>): Cells {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    isSame: (row, other) =>
      buffer.compare(buffer, offsets[row]!, offsets[row + 1]!, offsets[other]!, offsets[other + 1]!) === 0,
    text: (row) => buffer.toString('latin1', offsets[row]!, offsets[row + 1]!),
  };
}

/** @returns the number of rows of each blob */
export async function readBlobKeys(table: ReadTable): Promise<Map<BlobKey, number>> {
  const keys = new Map<BlobKey, number>();
  for await (const runs of blobRuns(table))
    for (const { key, rows } of runs) keys.set(key, (keys.get(key) ?? 0) + rows);
  return keys;
}

// Writes rows into the table. schema.ts makes Arrow tables from their columns.

export async function appendRows(
  { lance, table }: TableHandle,
  rows: readonly ChunkRow[],
  dimensions: number,
): Promise<void> {
  await table.add(inArrow(lance, rows, dimensions));
}

/** Removes all other rows of these blobs in the same commit. @returns how many these were */
export async function replaceRows(
  { lance, table }: TableHandle,
  rows: readonly ChunkRow[],
  dimensions: number,
): Promise<number> {
  const blobs = new Set(rows.map(rowKeyOf));
  const { numDeletedRows, numUpdatedRows } = await table
    .mergeInsert('chunkId')
    .whenMatchedUpdateAll()
    .whenNotMatchedInsertAll()
    .whenNotMatchedBySourceDelete({ where: ofBlobs([...blobs]) })
    .execute(inArrow(lance, rows, dimensions));
  return Number(numDeletedRows) + Number(numUpdatedRows);
}

function inArrow({ makeArrowTable }: Lance, rows: readonly ChunkRow[], dimensions: number): Table {
  const sample = makeArrowTable([sampleChunk(dimensions)], { schema: chunkSchema(dimensions) });
  return tableOf(sample, encodeRows(rows, dimensions));
}

/** The most rows of a batch. Its text must stay far below 2 GiB, the limit of 32-bit offsets. */
const BATCH_ROWS = 8192;

/** @throws CoraError EMBEDDER_MISMATCH for a vector with another number of dimensions */
function encodeRows(rows: readonly ChunkRow[], dimensions: number): EncodedRows[] {
  const batches: EncodedRows[] = [];
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const batch = rows.slice(from, from + BATCH_ROWS);
    const columns = ROW_COLUMNS.map((name) => encodeColumn(name, batch, dimensions));
    batches.push({ rows: batch.length, columns });
  }
  return batches;
}

function encodeColumn(name: RowColumn, rows: readonly ChunkRow[], dimensions: number): EncodedColumn {
  const form = FORMS[name];
  if (form === 'int') return Int32Array.from(rows, (row) => row[name] as number);
  return form === 'vector' ? encodeVectors(rows, dimensions) : encodeTexts(rows.map((row) => cellOf(form, row, name)));
}

function encodeVectors(rows: readonly ChunkRow[], dimensions: number): Uint16Array {
  const halves = new Uint16Array(rows.length * dimensions);
  for (const [at, { vector, chunkId }] of rows.entries()) {
    if (vector.length !== dimensions) {
      const message = `chunk ${chunkId} has a vector of ${vector.length} dimensions in a store of ${dimensions}`;
      throw new CoraError('EMBEDDER_MISMATCH', message, { hint: 'run: cora index --full' });
    }
    for (let i = 0; i < dimensions; i++) halves[at * dimensions + i] = toFloat16(vector[i]!);
  }
  return halves;
}

function encodeTexts(texts: readonly string[]): EncodedColumn {
  const offsets = new Int32Array(texts.length + 1);
  for (const [at, text] of texts.entries()) offsets[at + 1] = offsets[at]! + Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafeSlow(offsets.at(-1)!);
  for (const [at, text] of texts.entries()) bytes.write(text, offsets[at]!);
  return { offsets, bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) };
}
