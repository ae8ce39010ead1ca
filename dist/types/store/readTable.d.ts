/**
 * A LanceDB table as readers see it: which rows, which columns, batch after batch. Clauses of SQL
 * are put together here and nowhere else: values come from repositories, so each is written as a
 * quoted literal. How a batch lies in memory is readBatch.ts.
 */
import type { BlobKey } from '../base/types.ts';
import type { NativeLance, NativeTable } from './loadLance.ts';
import { type Batch, type Schema } from './readBatch.ts';
export interface TableSelection {
    columns: readonly string[];
    /** SQL. */
    where?: string;
    limit?: number;
    /**
     * Rows of the full-text index with any of these words, which stand between spaces; adds the
     * column `_score`.
     */
    words?: {
        column: string;
        text: string;
    };
    /** The nearest rows by dot product; adds the column `_distance`. */
    near?: Float32Array;
    /** Rows by their place in the table, and nothing else of the above. */
    offsets?: number[];
    /** Rows by their ids, and nothing else of the above. */
    rowIds?: readonly number[];
    /** Adds the column `_rowid`: rowIdsOf. */
    withRowIds?: boolean;
}
export interface ReadTable {
    schema(): Promise<Schema>;
    version(): Promise<number>;
    countVersions(): Promise<number>;
    countRows(): Promise<number>;
    hasIndex(name: string): Promise<boolean>;
    /** Rows that an index does not cover yet; null where there is no such index. */
    unindexedRows(index: string): Promise<number | null>;
    select(selection: TableSelection): AsyncGenerator<Batch>;
    /** Returns the bytes of the data files of this version. */
    bytes(): Promise<number>;
    /** Moves a handle whose version was cleaned up. */
    checkoutLatest(): Promise<void>;
}
/** Asks a table, and asks again where a writer cleaned up the version that was asked. */
export type AskTable = <T>(action: (table: ReadTable) => Promise<T>) => Promise<T>;
export declare function readTable(lance: NativeLance, table: NativeTable): ReadTable;
/** @throws CoraError BROKEN_INDEX */
export declare function unlessSilent<T>(answer: Promise<T>): Promise<T>;
/** Waits so many milliseconds for an answer, and then throws. */
export declare function within<T>(ms: number, answer: Promise<T>, late: () => Error): Promise<T>;
/**
 * A string literal. DataFusion knows no escapes but the doubled quote, so backslashes and newlines
 * stay as they are.
 */
export declare function quote(value: string): string;
/** @returns a clause that is true for none where the list is empty */
export declare function isIn(column: string, values: Iterable<string>): string;
/** All rows of the blobs, as one clause. */
export declare function ofBlobs(blobs: Iterable<BlobKey>): string;
/** A blob's name holds no colon, so the first one ends it. */
export declare function splitBlobKey(key: BlobKey): {
    blobSha: string;
    language: string;
};
/** Distinct values in lists short enough for one query each. */
export declare function batchesOf<T>(values: Iterable<T>, size?: number): T[][];
