/**
 * Rows of the table: many read at once (of one blob after the other, vectors by content, and all
 * of them), and rows written, each call one commit of LanceDB. An index is for those who look for
 * a few; here the keys of all rows are looked at once, and then each row is read once, by its
 * place.
 */

import type { Table } from 'apache-arrow';
import { CoraError } from '../base/errors.ts';
import { rowKeyOf } from '../base/identity.ts';
import { countWhile, getOrMake } from '../base/lists.ts';
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
  type Form,
  ROW_COLUMNS,
  sampleChunk,
  tableOf,
} from './schema.ts';

/** More blobs than this are found faster by a look at the keys of all rows than by lists. */
const PLACES_ABOVE = 1000;
/** Blobs that are looked up in one list. */
const BLOBS_AT_ONCE = 400;
/** Rows that are read together by their places. */
const ROWS_AT_ONCE = 2048;
/** A writer can move rows between the look at the keys and the reading: so often it is repeated. */
const ATTEMPTS = 5;

/** For each wanted blob: places of its rows. */
type Places = ReadonlyMap<BlobKey, readonly number[]>;

/** @param few looks blobs up in lists. @param ask null where rows have no places */
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

/** @returns null where other rows stand there by now */
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

/** @returns for each blob, in their order; rows of others are left out */
function groupRows<C extends RowColumn>(
  blobs: readonly BlobKey[],
  rows: readonly RowOf<C | BlobColumn>[],
): BlobRows<C>[] {
  const found = new Map<BlobKey, BlobRows<C>['rows']>(blobs.map((key) => [key, []]));
  for (const row of rows) found.get(rowKeyOf(row))?.push(row);
  return [...found].map(([key, own]) => ({ key, rows: own }));
}

// Where the rows of each blob stand in a table, from two of its columns.

/** Rows of one blob that stand together. */
interface BlobRun {
  key: BlobKey;
  /** Place of the first one among all rows. */
  start: number;
  rows: number;
}

/** All rows in order. A blob's stand together mostly: each is compared with the one before. */
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

/** @returns how many rows each blob has */
export async function readBlobKeys(table: ReadTable): Promise<Map<BlobKey, number>> {
  const keys = new Map<BlobKey, number>();
  for await (const runs of blobRuns(table))
    for (const { key, rows } of runs) keys.set(key, (keys.get(key) ?? 0) + rows);
  return keys;
}

// Vectors by what was embedded, for a build that asks for tens of thousands of them a few hundred
// at a time. A column of hashes has no order that an index could use, so each question reads all of
// it: of a large table, longer than embedding anew. After the first few questions the hashes are
// kept, eight bytes a row, and rows are read by their places.

/** Hashes that are asked for before the table's are read. */
const FEW = 2048;
/** A row's place and the leading digits of its hash make one exact number. */
const PLACES = 2 ** 24;
const DIGITS = 7;
/** Rows of one hash that are looked at: the others hold the same vector. */
const MOST_ALIKE = 3;

export class ContentVectors {
  #asked = 0;
  /** Sorted. */
  #hashes: Float64Array | null = null;
  /** The number of rows, as far as is known here. */
  #rows = 0;
  /** Places of rows that came since. */
  readonly #since = new Map<string, number>();

  /** @returns those that are there; null where the table is to be asked instead */
  async find(ask: AskTable, wanted: ReadonlySet<string>): Promise<Map<string, Float32Array> | null> {
    this.#asked += wanted.size;
    if (this.#asked <= FEW) return null;
    try {
      this.#hashes ??= await ask(readHashes);
      if (this.#hashes.length > PLACES) return null;
      this.#rows ||= this.#hashes.length;
      const offsets = [...new Set([...wanted].flatMap((hash) => this.#placesOf(hash)))].sort((a, b) => a - b);
      return offsets.length === 0 ? new Map() : await ask((table) => takeVectors(table, offsets, wanted));
    } catch {
      // Its rows have moved, or it cannot be read: then whoever asks it next hears why.
      this.forget();
      return null;
    }
  }

  /** Rows that were added behind all others. */
  appended(rows: readonly { contentHash: string }[]): void {
    if (this.#hashes === null) return;
    for (const { contentHash } of rows) this.#since.set(contentHash, this.#rows++);
  }

  /** After rows have gone: others stand in their places. */
  forget(): void {
    this.#hashes = null;
    this.#rows = 0;
    this.#since.clear();
  }

  #placesOf(hash: string): number[] {
    const since = this.#since.get(hash);
    if (since !== undefined) return [since];
    const hashes = this.#hashes!;
    const first = Number.parseInt(hash.slice(0, DIGITS), 16) * PLACES;
    const places: number[] = [];
    const from = countWhile(hashes.length, (at) => hashes[at]! < first);
    for (let at = from; places.length < MOST_ALIKE && hashes[at]! < first + PLACES; at++)
      places.push(hashes[at]! - first);
    return places;
  }
}

async function readHashes(table: ReadTable): Promise<Float64Array> {
  const hashes = new Float64Array(await table.countRows());
  let place = 0;
  for await (const batch of table.select({ columns: ['contentHash'] })) {
    const { bytes, offsets } = bytesOf(batch, 'contentHash');
    const digits = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let row = 0; row < batch.numRows; row++, place++) {
      const start = offsets[row]!;
      hashes[place] = Number.parseInt(digits.toString('latin1', start, start + DIGITS), 16) * PLACES + place;
    }
  }
  return hashes.sort();
}

/** Takes the vectors of rows that are what they were thought to be. */
async function takeVectors(
  table: ReadTable,
  offsets: number[],
  wanted: ReadonlySet<string>,
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  for await (const batch of table.select({ offsets, columns: ['contentHash', 'vector'] }))
    for (const { contentHash, vector } of decodeRows(batch, ['contentHash', 'vector']))
      if (wanted.has(contentHash)) found.set(contentHash, vector);
  return found;
}

/** @param recover moves a stale table to its newest version, or throws */
export async function* scanRows<C extends RowColumn>(
  table: ReadTable,
  columns: readonly C[],
  recover: (error: unknown, attempt: number) => Promise<void>,
): AsyncGenerator<RowOf<C>[]> {
  // Ids are remembered so that a scan whose version was cleaned up under it goes on with the newest
  // one.
  const seen = new Set<string>();
  const wanted = [...new Set<RowColumn>(['chunkId', ...columns])];
  for (let attempt = 0; ; attempt++) {
    try {
      for await (const batch of table.select({ columns: wanted })) {
        const ids = decodeRows(batch, ['chunkId']);
        const fresh = attempt === 0 ? null : ids.map(({ chunkId }) => !seen.has(chunkId));
        for (const { chunkId } of ids) seen.add(chunkId);
        const rows = decodeRows(batch, columns);
        yield fresh === null ? rows : rows.filter((_, i) => fresh[i]);
      }
      return;
    } catch (error) {
      await recover(error, attempt);
    }
  }
}

/** @param keys what `isWanted` looks at, brought along and left out again */
export async function scanFor<C extends RowColumn, K extends RowColumn>(
  scan: (columns: readonly (C | K)[]) => AsyncIterable<RowOf<C | K>[]>,
  columns: readonly C[],
  keys: readonly K[],
  isWanted: (row: RowOf<C | K>) => boolean,
): Promise<RowOf<C>[]> {
  const found: RowOf<C>[] = [];
  const surplus = keys.filter((key) => !(columns as readonly RowColumn[]).includes(key));
  for await (const rows of scan([...columns, ...surplus])) {
    for (const row of rows) {
      if (!isWanted(row)) continue;
      for (const key of surplus) delete (row as Partial<ChunkRow>)[key];
      found.push(row);
    }
  }
  return found;
}

// Rows into the table. Arrow tables are made of their columns by schema.ts.

export async function appendRows(
  { lance, table }: TableHandle,
  rows: readonly ChunkRow[],
  dimensions: number,
): Promise<void> {
  await table.add(inArrow(lance, rows, dimensions));
}

/** Other rows of these blobs go in the same commit. @returns how many there were */
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

/** Rows per batch: keeps one batch's text far below the 2 GiB that 32-bit offsets can address. */
const BATCH_ROWS = 8192;

/** @throws CoraError EMBEDDER_MISMATCH for a vector of another length */
function encodeRows(rows: readonly ChunkRow[], dimensions: number): EncodedRows[] {
  const batches: EncodedRows[] = [];
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const batch = rows.slice(from, from + BATCH_ROWS);
    const columns = ROW_COLUMNS.map((name) => {
      const column = builderOf(name, batch.length, dimensions);
      batch.forEach((row, at) => void column.add(row, at));
      return column.finish(batch.length);
    });
    batches.push({ rows: batch.length, columns });
  }
  return batches;
}

interface ColumnBuilder {
  add(row: ChunkRow, at: number): void;
  finish(rows: number): EncodedColumn;
}

function builderOf(name: RowColumn, most: number, dimensions: number): ColumnBuilder {
  const form = FORMS[name];
  if (form === 'int') return integerBuilder(name, most);
  return form === 'vector' ? vectorBuilder(most, dimensions) : textBuilder(name, form, most);
}

function integerBuilder(name: RowColumn, most: number): ColumnBuilder {
  const values = new Int32Array(most);
  return {
    add: (row, at) => {
      values[at] = row[name] as number;
    },
    finish: (rows) => values.subarray(0, rows),
  };
}

function vectorBuilder(most: number, dimensions: number): ColumnBuilder {
  const halves = new Uint16Array(most * dimensions);
  return {
    add: ({ vector, chunkId }, at) => {
      if (vector.length !== dimensions) {
        const message = `chunk ${chunkId} has a vector of ${vector.length} dimensions in a store of ${dimensions}`;
        throw new CoraError('EMBEDDER_MISMATCH', message, { hint: 'run: cora index --full' });
      }
      const start = at * dimensions;
      for (let i = 0; i < dimensions; i++) halves[start + i] = toFloat16(vector[i]!);
    },
    finish: (rows) => halves.subarray(0, rows * dimensions),
  };
}

/** Bytes of a row in each column, as in the last batch: growing buffers leave holes in memory. */
const roomOf = new Map<RowColumn, number>();
const LEAST_ROOM = 32;
const MOST_ROOM = 2048;
/** Over that of the last batch. */
const MARGIN = 1.2;
/** A UTF-16 code unit is up to so many bytes of UTF-8. */
const MOST_BYTES = 3;

function textBuilder(name: RowColumn, form: Form, most: number): ColumnBuilder {
  const offsets = new Int32Array(most + 1);
  let bytes = Buffer.allocUnsafeSlow((roomOf.get(name) ?? LEAST_ROOM) * most);
  let length = 0;
  const makeRoom = (more: number): void => {
    const needed = length + more;
    if (needed <= bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length));
    bytes.copy(larger, 0, 0, length);
    bytes = larger;
  };
  return {
    add: (row, at) => {
      const text = cellOf(form, row, name);
      if (text !== '') {
        makeRoom(MOST_BYTES * text.length);
        length += bytes.write(text, length);
      }
      offsets[at + 1] = length;
    },
    finish: (rows) => {
      roomOf.set(name, Math.min(MOST_ROOM, LEAST_ROOM + Math.ceil((MARGIN * length) / rows)));
      return {
        offsets: offsets.subarray(0, rows + 1),
        bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, length),
      };
    },
  };
}
