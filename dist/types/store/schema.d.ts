/**
 * The Arrow form of chunk rows: the table's schema, rows → Arrow table, record batch → rows.
 * Columns are built and read as whole buffers, because Arrow's per-value accessors cost more than
 * the rest of a write together. Stops at Arrow: what is done with the table is lanceStore.ts.
 */
import type { SchemaLike } from '@lancedb/lancedb';
import type { Table } from 'apache-arrow';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { Batch, Column } from './readBatch.ts';
export type RowColumn = keyof ChunkRow;
export type RowOf<C extends RowColumn> = Pick<ChunkRow, C>;
/**
 * Chooses rows: by chunk id, all rows of blobs, or all rows with some content (no index helps
 * there).
 */
export type RowSelection = NamedRows | {
    contentHashes: readonly string[];
};
export type NamedRows = {
    chunkIds: readonly string[];
} | {
    blobs: readonly BlobKey[];
};
/**
 * Rows in the form of the table's columns, so that one thread can make what another one appends.
 */
export interface EncodedRows {
    rows: number;
    /** In the order of the table's columns. */
    columns: readonly EncodedColumn[];
}
/** Texts end to end, integers, or vectors as halves. */
export type EncodedColumn = {
    offsets: Int32Array;
    bytes: Uint8Array;
} | Int32Array | Uint16Array;
export type Form = 'string' | 'int' | 'strings' | 'definitions' | 'references' | 'vector';
/**
 * Column order of the table. Lists are JSON in a string column: smaller than Arrow lists of
 * structs, and faster to read.
 */
export declare const FORMS: {
    readonly [C in RowColumn]: Form;
};
export declare const ROW_COLUMNS: RowColumn[];
type Columns = readonly (readonly [name: string, form: Form])[];
export declare function chunkSchema(dimensions: number): SchemaLike;
/** Returns a schema in LanceDB's words. */
export declare function schemaWith(columns: Columns, dimensions: number, metadata?: Map<string, string>): SchemaLike;
/** Returns one row in LanceDB's words, from which it makes the sample that `tableOf` needs. */
export declare function sampleOf(columns: Columns, dimensions: number): Record<string, unknown>;
export declare function sampleChunk(dimensions: number): Record<string, unknown>;
/**
 * @param sample a table of one row, made by LanceDB with this schema. The result is derived from
 * it, because LanceDB carries an Arrow of its own and drops the children of columns that another
 * copy of Arrow made.
 */
export declare function tableOf(sample: Table, batches: readonly EncodedRows[]): Table;
/** @throws RangeError when a vector has another length */
export declare function halvesOf(vectors: readonly Float32Array[], dimensions: number): Uint16Array;
/** Returns the buffers of a text column. */
export declare function utf8Of(values: readonly string[]): {
    offsets: Int32Array;
    bytes: Uint8Array;
};
export declare function cellOf(form: Form, row: ChunkRow, column: RowColumn): string;
/** The rows of a batch that a query returned; the batch must hold all of `columns`. */
export declare function decodeRows<C extends RowColumn>(batch: Batch, columns: readonly C[]): RowOf<C>[];
/** One column of a batch, decoded where it is asked for. */
export declare function readerOf(batch: Batch, column: RowColumn): (row: number) => unknown;
/** The bytes of a column of strings: row `i` ends where row `i + 1` begins. */
export declare function bytesOf(batch: Batch, column: RowColumn): {
    bytes: Uint8Array;
    offsets: Int32Array;
};
/** The numbers of a float column that the query added (`_score`, `_distance`). */
export declare function numbersOf(batch: Batch, column: string): ArrayLike<number>;
/**
 * The ids of a batch's rows: 64-bit numbers, of which LanceDB takes the upper half for a file's
 * number, so that they fit a double. None where they were not asked for.
 */
export declare function rowIdsOf(batch: Batch): Float64Array;
/** The column of a batch that a query returned. */
export declare function dataOf(batch: Batch, column: string): Column;
/**
 * Decoded by Buffer and not by Arrow: TextDecoder drops a leading byte-order mark, which belongs to
 * the text.
 */
export declare function textsOf(data: Column): (row: number) => string;
export declare function vectorsOf(data: Column): (row: number) => Float32Array;
export {};
