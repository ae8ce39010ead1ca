/**
 * Keeps the table in memory as new as LanceDB's: reads it in the background, while look-ups still
 * go to LanceDB.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CoraError } from '../../base/errors.ts';
import type { ReadHandle } from '../openTable.ts';
import type { Candidate } from '../rankRows.ts';
import type { Batch } from '../readBatch.ts';
import type { ReadTable } from '../readTable.ts';
import { bytesOf, type RowColumn, readerOf, rowIdsOf } from '../schema.ts';
import { ByteVectors } from './byteVectors.ts';
import { type CellReader, IDENTITY, KEPT, type ResidentPart, ResidentRows, ResidentTable } from './residentTable.ts';
import { WordIndexBuilder } from './wordIndex.ts';

/**
 * A writer commits many versions in a row: one reading after the other would do nothing but read. A
 * rest of so many times its length.
 */
const REST = 10;
const MOST_REST_MS = 5_000;
/**
 * Every version is a new file in one folder. Its time tells that there is none since, once it is
 * older than any clock is coarse.
 */
const VERSIONS = '_versions';
const COARSE_MS = 2_000;

export class ResidentReader {
  readonly #handle: ReadHandle;
  readonly #dimensions: number;
  readonly #limits: ResidentLimits;
  #known: ResidentTable | null = null;
  /** The folder's time when the table in memory was last seen to be the newest. */
  #seen: number | null = null;
  #reading: Promise<void> | null = null;
  #version: Promise<number> | null = null;
  /** The time when the next reading may begin, by performance.now(). */
  #next = 0;

  constructor(handle: ReadHandle, dimensions: number, limits: ResidentLimits) {
    this.#handle = handle;
    this.#dimensions = dimensions;
    // Columns are far away where the table is.
    this.#limits = handle.directory === null ? { ...limits, found: limits.whole } : limits;
  }

  /** @returns null until the table's present version is there, and for a table that is too large */
  async newest(): Promise<ResidentTable | null> {
    const time = this.#versionsTime();
    if (this.#known !== null && time !== null && time === this.#seen) return this.#known;
    // Look-ups that begin together ask once.
    this.#version ??= this.#handle.reader.version().finally(() => {
      this.#version = null;
    });
    if (this.#known?.version === (await this.#version)) {
      this.#seen = time;
      return this.#known;
    }
    if (this.#reading === null && performance.now() >= this.#next) void this.read();
    return null;
  }

  /**
   * @returns null while it says nothing: LanceDB's own look costs 0.5 ms, this one a hundredth of
   * it
   */
  #versionsTime(): number | null {
    if (this.#handle.directory === null) return null;
    const stat = statSync(join(this.#handle.directory, VERSIONS), { throwIfNoEntry: false });
    return stat === undefined || Date.now() - stat.mtimeMs < COARSE_MS ? null : stat.mtimeMs;
  }

  /** @throws CoraError for a table of a service, which is searched in memory or not at all */
  async begin(): Promise<void> {
    await this.read();
    if (this.#handle.isServed && this.#known === null) throw await notWhole(this.#handle, this.#limits.found);
  }

  /** Settles when the table was read, or was found too large or changing. */
  read(): Promise<void> {
    const began = performance.now();
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
      const now = performance.now();
      this.#next = now + Math.min(MOST_REST_MS, REST * (now - began));
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { reader, directory } = this.#handle;
    const isLocal = directory !== null;
    const old = isLocal ? this.#known : null;
    try {
      // The old one goes before another is read whole: two would be in memory together.
      this.#known = old && (await growResidentTable(old, reader, this.#dimensions, this.#limits));
      this.#known ??= await readResidentTable(reader, this.#dimensions, this.#limits, isLocal);
    } catch {
      // The table was closed, or a writer cleaned up under it: LanceDB goes on answering, and says
      // what is wrong.
      this.#known = null;
    }
  }
}

/** Throws what stands in the way, where that is there still. */
async function notWhole({ reader, failure }: ReadHandle, most: number): Promise<CoraError> {
  const rows = await reader.countRows().catch((error: unknown) => {
    throw failure?.(error, 'read') ?? error;
  });
  const message = `The index cannot be searched where it lies: its table of ${rows} rows `;
  return rows > most
    ? new CoraError('STORE', `${message}is too large (${most} at most).`, {
        hint: 'cora pull ADDRESS   brings the index into a clone',
      })
    : new CoraError('STORE', `${message}could not be read whole.`, { hint: 'try again' });
}

// Reads a table into memory: whole, or what has changed in it since. Its form in memory is
// residentTable.ts.

/** The most rows that a table may have. */
export interface ResidentLimits {
  /** To be kept with its columns. */
  whole: number;
  /** To be kept at all. */
  found: number;
}

/** 100,000 rows take some 200 MB with their columns, a million some 900 MB without. */
export const RESIDENT_LIMITS: ResidentLimits = { whole: 100_000, found: 1_000_000 };

/** Between so many rows (5 ms) queries get their turn. */
const ROWS_AT_ONCE = 256;
/** Rows that are asked for by their ids in one go. */
const IDS_AT_ONCE = 2048;
/** Above this share of rows that came or have gone the table is read whole. */
const MOST_CHANGED = 1 / 8;

/**
 * @param withRowIds whether it is to be grown: asks for the ids of rows, which a service's rows
 * lack
 * @returns null for a table that is too large, or that changed while it was read
 */
export async function readResidentTable(
  table: ReadTable,
  dimensions: number,
  limits: ResidentLimits,
  withRowIds: boolean,
): Promise<ResidentTable | null> {
  const version = await table.version();
  const size = await table.countRows();
  if (size > limits.found) return null;
  const kept = size > limits.whole ? [] : KEPT;
  const rows = await readRows((columns) => table.select({ columns, withRowIds }), kept, dimensions);
  const isSame = rows.size === size && (await table.version()) === version;
  return isSame ? new ResidentTable(version, [{ rows, gone: new Set() }]) : null;
}

/**
 * Which rows there are costs 25 ns a row, reading one 20 µs.
 * @returns null where so much is different that the table is to be read whole; `known` itself where
 * it changed meanwhile
 */
export async function growResidentTable(
  known: ResidentTable,
  table: ReadTable,
  dimensions: number,
  limits: ResidentLimits,
): Promise<ResidentTable | null> {
  const version = await table.version();
  const difference = await compareRows(known, table);
  if (difference === null) return null;
  const { came } = difference;
  const goneCount = difference.gone.reduce((sum, { size }) => sum + size, 0);
  const size = known.parts.reduce((sum, { rows }) => sum + rows.size, 0) + came.length - goneCount;
  if (came.length + goneCount > MOST_CHANGED * size || size > limits.found || known.hasColumns !== size <= limits.whole)
    return null;
  const parts: ResidentPart[] = known.parts.map(({ rows }, at) => ({ rows, gone: difference.gone[at]! }));
  if (came.length > 0) {
    // A small part joins the next one of its size, so that there are few and a row is read a few
    // times at the most.
    let ids = came;
    while (parts.length > 1 && parts.at(-1)!.rows.size <= 2 * ids.length) ids = [...presentIds(parts.pop()!), ...ids];
    const kept = known.hasColumns ? KEPT : [];
    const rows = await readRows((columns) => selectById(table, ids, columns), kept, dimensions);
    if (rows.size !== ids.length) return known;
    parts.push({ rows, gone: new Set() });
  }
  return (await table.version()) === version ? new ResidentTable(version, parts) : known;
}

interface Difference {
  /** Ascending. */
  came: number[];
  /** By part. */
  gone: Set<number>[];
}

/** @returns null where ids do not ascend as they do in tables that only grow */
async function compareRows({ parts }: ResidentTable, table: ReadTable): Promise<Difference | null> {
  const came: number[] = [];
  const gone = parts.map(() => new Set<number>());
  let [part, row, last] = [0, 0, -1];
  /** Passes over known rows below the id. */
  const passTo = (id: number): void => {
    for (; part < parts.length; part++, row = 0) {
      const { rowIds } = parts[part]!.rows;
      for (; row < rowIds.length && rowIds[row]! < id; row++) gone[part]!.add(row);
      if (row < rowIds.length) return;
    }
  };
  for await (const batch of table.select({ columns: [], withRowIds: true })) {
    for (const id of rowIdsOf(batch)) {
      if (id <= last) return null;
      last = id;
      passTo(id);
      if (parts[part]?.rows.rowIds[row] === id) row += 1;
      else came.push(id);
    }
  }
  passTo(Number.POSITIVE_INFINITY);
  return { came, gone };
}

function presentIds({ rows, gone }: ResidentPart): number[] {
  return [...rows.rowIds].filter((_, row) => !gone.has(row));
}

async function* selectById(table: ReadTable, ids: readonly number[], columns: readonly RowColumn[]) {
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE)
    yield* table.select({ rowIds: ids.slice(at, at + IDS_AT_ONCE), columns, withRowIds: true });
}

async function readRows(
  select: (columns: readonly RowColumn[]) => AsyncGenerator<Batch>,
  kept: readonly RowColumn[],
  dimensions: number,
): Promise<ResidentRows> {
  const ids: Candidate[] = [];
  const rowIds: number[] = [];
  const rowOf = new Map<string, number>();
  const readers: ReadonlyMap<RowColumn, CellReader>[] = [];
  const places: number[] = [];
  const words = new WordIndexBuilder();
  const one = createInterner();
  for await (const batch of select([...new Set<RowColumn>([...IDENTITY, 'searchText', ...kept])])) {
    const [chunkId, blobSha, language] = IDENTITY.map((column) => readerOf(batch, column) as (place: number) => string);
    const columns = new Map(kept.map((column) => [column, readerOf(batch, column)]));
    const { bytes, offsets } = bytesOf(batch, 'searchText');
    rowIds.push(...rowIdsOf(batch));
    for (let place = 0; place < batch.numRows; place++) {
      if (place % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
      const row = ids.length;
      ids.push({ chunkId: chunkId!(place), blobSha: one(blobSha!(place)), language: one(language!(place)), score: 0 });
      rowOf.set(ids[row]!.chunkId, row);
      words.add(bytes, offsets[place]!, offsets[place + 1]!);
      if (kept.length === 0) continue;
      readers.push(columns);
      places.push(place);
    }
  }
  const vectors = new ByteVectors(ids.length, dimensions);
  for await (const batch of select(['chunkId', 'vector'])) {
    const [id, vector] = [readerOf(batch, 'chunkId'), readerOf(batch, 'vector')];
    for (let place = 0; place < batch.numRows; place++) {
      if (place % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
      const row = rowOf.get(id(place) as string);
      if (row !== undefined) vectors.set(row, vector(place) as Float32Array);
    }
  }
  const cells = { ids, rowIds: Float64Array.from(rowIds), readers, places: Uint32Array.from(places) };
  return new ResidentRows({ ...cells, words: words.finish(), vectors });
}

/** Equal strings become one: a blob has many rows. */
function createInterner(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return first ?? text;
  };
}
