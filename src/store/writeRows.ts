/**
 * Rows into the table, each call one commit of LanceDB. An encoder makes columns of them, one row after the other, so that what was made
 * of a row can go as soon as it is added. Arrow tables are made of the columns by schema.ts.
 */

import type { Table } from 'apache-arrow';
import { CoraError } from '../base/errors.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { ChunkRow } from '../base/types.ts';
import type { Lance } from './loadLance.ts';
import type { TableHandle } from './openTable.ts';
import { ofBlobs } from './readTable.ts';
import {
  cellOf,
  chunkSchema,
  type EncodedColumn,
  type EncodedRows,
  FORMS,
  type Form,
  ROW_COLUMNS,
  type RowColumn,
  sampleChunk,
  tableOf,
} from './schema.ts';
import { toFloat16 } from './vectorForm.ts';

export async function appendRows(
  { lance, table }: TableHandle,
  batches: readonly EncodedRows[],
  dimensions: number,
): Promise<void> {
  await table.add(inArrow(lance, batches, dimensions));
}

/**
 * All other rows of these blobs go in the same commit.
 * @returns how many rows were there before
 */
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
    .execute(inArrow(lance, encodeRows(rows, dimensions), dimensions));
  return Number(numDeletedRows) + Number(numUpdatedRows);
}

function inArrow({ makeArrowTable }: Lance, batches: readonly EncodedRows[], dimensions: number): Table {
  return tableOf(makeArrowTable([sampleChunk(dimensions)], { schema: chunkSchema(dimensions) }), batches);
}

/** Rows per batch: keeps one batch's text far below the 2 GiB that 32-bit offsets can address. */
const BATCH_ROWS = 8192;

/** @throws CoraError EMBEDDER_MISMATCH for a vector of another length */
export function encodeRows(rows: readonly ChunkRow[], dimensions: number): EncodedRows[] {
  const encoder = new RowEncoder(dimensions, rows.length);
  for (const row of rows) encoder.add(row);
  return encoder.finish();
}

export class RowEncoder {
  readonly #dimensions: number;
  readonly #batches: EncodedRows[] = [];
  #left: number;
  #columns: ColumnBuilder[];
  #rows = 0;

  /** @param most rows at most */
  constructor(dimensions: number, most: number) {
    this.#dimensions = dimensions;
    this.#left = most;
    this.#columns = this.#begin();
  }

  /** @throws CoraError EMBEDDER_MISMATCH when its vector has another length */
  add(row: ChunkRow): void {
    for (const column of this.#columns) column.add(row, this.#rows);
    this.#rows += 1;
    if (this.#rows < BATCH_ROWS) return;
    this.#end();
    this.#columns = this.#begin();
  }

  /** @returns nothing where nothing was added */
  finish(): EncodedRows[] {
    if (this.#rows > 0) this.#end();
    return this.#batches;
  }

  #begin(): ColumnBuilder[] {
    const most = Math.min(this.#left, BATCH_ROWS);
    return ROW_COLUMNS.map((name) => builderOf(name, most, this.#dimensions));
  }

  #end(): void {
    const rows = this.#rows;
    this.#batches.push({ rows, columns: this.#columns.map((column) => column.finish(rows)) });
    this.#left -= rows;
    this.#rows = 0;
  }
}

interface ColumnBuilder {
  add(row: ChunkRow, at: number): void;
  finish(rows: number): EncodedColumn;
}

function builderOf(name: RowColumn, most: number, dimensions: number): ColumnBuilder {
  const form = FORMS[name];
  if (form === 'int') return new IntegerBuilder(name, most);
  return form === 'vector' ? new VectorBuilder(most, dimensions) : new TextBuilder(name, form, most);
}

class IntegerBuilder implements ColumnBuilder {
  readonly #name: RowColumn;
  readonly #values: Int32Array;

  constructor(name: RowColumn, most: number) {
    this.#name = name;
    this.#values = new Int32Array(most);
  }

  add(row: ChunkRow, at: number): void {
    this.#values[at] = row[this.#name] as number;
  }

  finish(rows: number): Int32Array {
    return this.#values.subarray(0, rows);
  }
}

class VectorBuilder implements ColumnBuilder {
  readonly #dimensions: number;
  readonly #halves: Uint16Array;

  constructor(most: number, dimensions: number) {
    this.#dimensions = dimensions;
    this.#halves = new Uint16Array(most * dimensions);
  }

  add({ vector, chunkId }: ChunkRow, at: number): void {
    const dimensions = this.#dimensions;
    if (vector.length !== dimensions) {
      const message = `chunk ${chunkId} has a vector of ${vector.length} dimensions in a store of ${dimensions}`;
      throw new CoraError('EMBEDDER_MISMATCH', message, { hint: 'run: cora index --full' });
    }
    const halves = this.#halves;
    const start = at * dimensions;
    for (let i = 0; i < dimensions; i++) halves[start + i] = toFloat16(vector[i]!);
  }

  finish(rows: number): Uint16Array {
    return this.#halves.subarray(0, rows * this.#dimensions);
  }
}

/** Bytes of a row in each column, as the last batch had them: buffers that grow leave holes in the memory that malloc manages. */
const roomOf = new Map<RowColumn, number>();
const LEAST_ROOM = 32;
const MOST_ROOM = 2048;
/** Over that of the last batch. */
const MARGIN = 1.2;
/** A UTF-16 code unit is up to so many bytes of UTF-8. */
const MOST_BYTES = 3;

class TextBuilder implements ColumnBuilder {
  readonly #name: RowColumn;
  readonly #form: Form;
  readonly #offsets: Int32Array;
  #bytes: Buffer;
  #length = 0;

  constructor(name: RowColumn, form: Form, most: number) {
    this.#name = name;
    this.#form = form;
    this.#offsets = new Int32Array(most + 1);
    this.#bytes = Buffer.allocUnsafeSlow((roomOf.get(name) ?? LEAST_ROOM) * most);
  }

  add(row: ChunkRow, at: number): void {
    const text = cellOf(this.#form, row, this.#name);
    if (text !== '') {
      this.#makeRoom(MOST_BYTES * text.length);
      this.#length += this.#bytes.write(text, this.#length);
    }
    this.#offsets[at + 1] = this.#length;
  }

  finish(rows: number): { offsets: Int32Array; bytes: Uint8Array } {
    roomOf.set(this.#name, Math.min(MOST_ROOM, LEAST_ROOM + Math.ceil((MARGIN * this.#length) / rows)));
    const bytes = new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset, this.#length);
    return { offsets: this.#offsets.subarray(0, rows + 1), bytes };
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
