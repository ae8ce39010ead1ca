/**
 * The Arrow form of chunk rows: the table's schema, rows → Arrow table, record batch → rows. Whole
 * columns are written and read as buffers: Arrow's access by value takes longer than the rest of a
 * write. This file only converts; openStore.ts uses the table.
 */

import type { SchemaLike } from '@lancedb/lancedb';
import type { Data, FixedSizeList, RecordBatch, Table } from 'apache-arrow';
import { type JsonLimits, parseBounded } from '../base/boundedJson.ts';
import type { ChunkKind, ChunkRow, Definition, Reference, ReferenceKind } from '../base/types.ts';
import { decodeFloat16 } from '../engine/byteVectors.ts';
import type { RowColumn, RowOf } from '../engine/rowReader.ts';

/** Rows as columns, so that one thread can encode rows while another one appends. */
export interface EncodedRows {
  rows: number;
  /** In the order of the table's columns. */
  columns: readonly EncodedColumn[];
}

/** Concatenated texts, integers, or vectors as float16. */
export type EncodedColumn = { offsets: Int32Array; bytes: Uint8Array } | Int32Array | Uint16Array;

export type Form = 'string' | 'int' | 'strings' | 'definitions' | 'references' | 'vector';

/**
 * The table's columns in order. Lists are stored as JSON, which is smaller and faster than Arrow's
 * lists.
 */
export const FORMS: { readonly [C in RowColumn]: Form } = {
  chunkId: 'string',
  blobSha: 'string',
  language: 'string',
  kind: 'string',
  symbol: 'string',
  scope: 'strings',
  signature: 'string',
  nodeType: 'string',
  redacted: 'string',
  frame: 'string',
  startLine: 'int',
  endLine: 'int',
  startByte: 'int',
  endByte: 'int',
  part: 'int',
  parts: 'int',
  parentChunk: 'string',
  text: 'string',
  searchText: 'string',
  doc: 'string',
  defines: 'definitions',
  references: 'references',
  tokens: 'int',
  contentHash: 'string',
  vector: 'vector',
};

export const ROW_COLUMNS = Object.keys(FORMS) as RowColumn[];

const NO_BUFFERS = [] as never;

/** The number of this type in Arrow. */
const FIXED_SIZE_LIST = 16;

const CHUNK_COLUMNS: readonly (readonly [name: string, form: Form])[] = Object.entries(FORMS);

/** Columns of hashes, which zstd hardly compresses. */
const DIGESTS: ReadonlySet<string> = new Set(['chunkId', 'contentHash']);
const ZSTD = new Map([['lance-encoding:compression', 'zstd']]);

/**
 * Returns a schema for LanceDB.
 * @param isPacked compresses texts to a seventh, without taking longer to write. Reading one row
 * then reads some thousands, so a table that others query is not packed
 */
export function chunkSchema(dimensions: number, isPacked = false): SchemaLike {
  const fields = CHUNK_COLUMNS.map(([name, form]) => {
    const metadata = isPacked && typeOf(form, dimensions) === 'utf8' && !DIGESTS.has(name) ? ZSTD : new Map();
    return { name, type: typeOf(form, dimensions), nullable: false, metadata };
  });
  return { fields, metadata: new Map() } as unknown as SchemaLike;
}

function typeOf(form: Form, dimensions: number): unknown {
  if (form === 'int') return 'int32';
  if (form !== 'vector') return 'utf8';
  const item = { name: 'item', type: 'float16', nullable: true };
  return { typeId: FIXED_SIZE_LIST, listSize: dimensions, children: [item] };
}

/** Returns one row for LanceDB, which makes the sample for `tableOf` from it. */
export function sampleChunk(dimensions: number): Record<string, unknown> {
  const cell = (form: Form) => (form === 'int' ? 0 : form === 'vector' ? new Array(dimensions).fill(0) : '');
  return Object.fromEntries(CHUNK_COLUMNS.map(([name, form]) => [name, cell(form)]));
}

/**
 * @param sample a table of one row that LanceDB made with this schema. The result is derived from
 * it: LanceDB has its own copy of Arrow, and loses children of columns that another copy made.
 */
export function tableOf(sample: Table, batches: readonly EncodedRows[]): Table {
  const { schema } = sample;
  const template = sample.batches[0]!;
  const RecordBatchOf = template.constructor as new (schema: unknown, data: Data) => RecordBatch;
  const TableOf = sample.constructor as new (schema: unknown, batches: RecordBatch[]) => Table;
  const filled = batches.map(({ rows, columns }) => {
    const children = columns.map((column, at) => dataLike(template.data.children[at]!, column, rows));
    return new RecordBatchOf(schema, template.data.clone(template.data.type, 0, rows, 0, NO_BUFFERS, children));
  });
  return new TableOf(schema, filled);
}

function dataLike(sample: Data, column: EncodedColumn, rows: number): Data {
  if (column instanceof Int32Array) return sample.clone(sample.type, 0, rows, 0, [undefined, column] as never);
  if (!(column instanceof Uint16Array))
    return sample.clone(sample.type, 0, rows, 0, [column.offsets, column.bytes] as never);
  const item = sample.children[0]!;
  const child = item.clone(item.type, 0, column.length, 0, [undefined, column] as never);
  return sample.clone(sample.type, 0, rows, 0, NO_BUFFERS, [child]);
}

export function cellOf(form: Form, row: ChunkRow, column: RowColumn): string {
  if (form === 'string') return row[column] as string;
  if ((row[column] as readonly unknown[]).length === 0) return '';
  if (form === 'definitions') {
    return JSON.stringify(row.defines.map((d) => [d.name, d.kind, d.startLine, d.endLine]));
  }
  if (form === 'references') {
    return JSON.stringify(
      row.references.map((r) => (r.from === undefined ? [r.name, r.kind] : [r.name, r.kind, r.from])),
    );
  }
  return JSON.stringify(row[column]);
}

/** Returns the rows of a query's batch, which must have all `columns`. */
export function decodeRows<C extends RowColumn>(batch: RecordBatch, columns: readonly C[]): RowOf<C>[] {
  const rows = Array.from({ length: batch.numRows }, () => ({}) as Record<RowColumn, unknown>);
  for (const column of columns) {
    const cells = cellsOf(FORMS[column], dataOf(batch, column));
    for (let i = 0; i < rows.length; i++) rows[i]![column] = cells(i);
  }
  return rows as RowOf<C>[];
}

/** Returns the bytes of a column of strings: row `i` ends where row `i + 1` begins. */
export function bytesOf(batch: RecordBatch, column: RowColumn): { bytes: Uint8Array; offsets: Int32Array } {
  const { values, valueOffsets } = dataOf(batch, column);
  return { bytes: values as Uint8Array, offsets: valueOffsets };
}

export function dataOf(batch: RecordBatch, column: string): Data {
  const index = batch.schema.fields.findIndex((field) => field.name === column);
  const data = batch.data.children[index];
  if (data === undefined) throw new Error(`the query returned no column ${column}`);
  return data;
}

function cellsOf(form: Form, data: Data): (row: number) => unknown {
  if (form === 'int') {
    const values = data.values as Int32Array;
    return (row) => values[row]!;
  }
  if (form === 'vector') return vectorsOf(data);
  const text = textsOf(data);
  if (form === 'string') return text;
  const parse = form === 'definitions' ? definitionsOf : form === 'references' ? referencesOf : stringsOf;
  return (row) => {
    const json = text(row);
    return json === '' ? [] : parse(json);
  };
}

/** Decodes with Buffer: TextDecoder would drop a byte-order mark, which belongs to the text. */
export function textsOf(data: Data): (row: number) => string {
  const { valueOffsets } = data;
  const { buffer, byteOffset, byteLength } = data.values as Uint8Array;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return (row) => bytes.toString('utf8', valueOffsets[row]!, valueOffsets[row + 1]!);
}

function vectorsOf(data: Data): (row: number) => Float32Array {
  const dimensions = (data.type as FixedSizeList).listSize;
  const halves = data.children[0]!.values as Uint16Array;
  return (row) => decodeFloat16(halves, row * dimensions, dimensions);
}

/** The limits of a cell. Others may have made the table. */
const CELL: JsonLimits = { bytes: 32 * 2 ** 20, depth: 4, values: 2_000_000 };
/**
 * Nearly all cells are shorter. Checking their limits first would double the time of reading them.
 */
const SHORT = 64 * 1024;

/** @throws SyntaxError, also for more than a chunk can hold */
function parseCell(json: string): unknown {
  return json.length <= SHORT ? JSON.parse(json) : parseBounded(json, CELL);
}

function definitionsOf(json: string): Definition[] {
  const cells = parseCell(json) as [string, ChunkKind, number, number][];
  return cells.map(([name, kind, startLine, endLine]) => ({ name, kind, startLine, endLine }));
}

function referencesOf(json: string): Reference[] {
  const cells = parseCell(json) as [string, ReferenceKind, string?][];
  return cells.map(([name, kind, from]) => (from === undefined ? { name, kind } : { name, kind, from }));
}

function stringsOf(json: string): string[] {
  return parseCell(json) as string[];
}
