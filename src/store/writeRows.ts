/**
 * Rows into the table, each call one commit of LanceDB. Arrow tables are made of their columns by
 * schema.ts.
 */

import type { Table } from 'apache-arrow';
import { CoraError } from '../base/errors.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { ChunkRow } from '../base/types.ts';
import type { RowColumn } from '../engine/rowReader.ts';
import { toFloat16 } from '../engine/vectorForm.ts';
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
  sampleChunk,
  tableOf,
} from './schema.ts';

export async function appendRows(
  { lance, table }: TableHandle,
  rows: readonly ChunkRow[],
  dimensions: number,
): Promise<void> {
  await table.add(inArrow(lance, rows, dimensions));
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

/**
 * Bytes of a row in each column, as the last batch had them: buffers that grow leave holes in the
 * memory that malloc manages.
 */
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
