/** Reads a table into memory: whole, or what has changed in it since. What it is then is residentTable.ts. */

import { setImmediate } from 'node:timers/promises';
import { ByteVectors } from './byteVectors.ts';
import type { Batch } from './readBatch.ts';
import type { ReadTable } from './readTable.ts';
import { type CellReader, IDENTITY, KEPT, ResidentRows } from './residentRows.ts';
import { type Part, ResidentTable } from './residentTable.ts';
import { bytesOf, readerOf, rowIdsOf } from './schema.ts';
import type { Candidate, RowColumn } from './storePort.ts';
import { WordIndexBuilder } from './wordIndex.ts';

/** How many rows a table may have at most. */
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
 * @param withRowIds whether it is to be grown: asks for the ids of rows, which a service's rows lack
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
 * @returns null where so much is different that the table is to be read whole; `known` itself where it changed meanwhile
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
  const parts: Part[] = known.parts.map(({ rows }, at) => ({ rows, gone: difference.gone[at]! }));
  if (came.length > 0) {
    // A small part joins the next one of its size, so that there are few and a row is read a few times at the most.
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

function presentIds({ rows, gone }: Part): number[] {
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
