/** A LanceDB table as readers see it: which rows, which columns, batch after batch. How a batch lies in memory is readBatch.ts. */
import type { NativeLance, NativeTable } from './nativeLance.ts';
import { type Batch, type Schema } from './readBatch.ts';
export interface Selection {
    columns: readonly string[];
    /** SQL. */
    where?: string;
    limit?: number;
    /** Rows of the full-text index with any of these words, which stand between spaces; adds the column `_score`. */
    words?: {
        column: string;
        text: string;
    };
    /** The nearest rows by dot product; adds the column `_distance`. */
    near?: Float32Array;
    /** Rows by their place in the table, and nothing else of the above. */
    offsets?: number[];
}
export interface ReadTable {
    schema(): Promise<Schema>;
    version(): Promise<number>;
    countVersions(): Promise<number>;
    countRows(): Promise<number>;
    hasIndex(name: string): Promise<boolean>;
    /** Rows that an index does not cover yet; null where there is no such index. */
    unindexedRows(index: string): Promise<number | null>;
    select(selection: Selection): AsyncGenerator<Batch>;
    /** Of the data files of this version. */
    bytes(): Promise<number>;
    /** Moves a handle whose version was cleaned up. */
    checkoutLatest(): Promise<void>;
}
export declare function readTable(lance: NativeLance, table: NativeTable): ReadTable;
