/**
 * One record batch as LanceDB hands it over: an Arrow IPC file with a schema and one batch,
 * uncompressed. Only the layouts of Cora's own columns are read, as views of the bytes that came:
 * Arrow's own reader costs a cold query 25 ms before its first row. Layout:
 * https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format, and Message.fbs and
 * Schema.fbs there.
 */
/** Declares what is read of a column; Arrow's `Data` has the same fields. */
export interface Column {
    /** Bytes, also of text, or numbers. */
    readonly values: unknown;
    /**
     * The offsets of bytes and text: row `i` is `values` from `valueOffsets[i]` to
     * `valueOffsets[i + 1]`.
     */
    readonly valueOffsets: Int32Array;
    /** The items of a list. */
    readonly children: readonly Column[];
    readonly type: {
        readonly listSize?: number;
    };
}
/** Declares what is read of a batch; Arrow's `RecordBatch` has the same fields. */
export interface Batch {
    readonly numRows: number;
    readonly schema: {
        readonly fields: readonly {
            readonly name: string;
        }[];
    };
    readonly data: {
        readonly children: readonly Column[];
    };
}
export interface Schema {
    fields: Field[];
    metadata: Map<string, string>;
}
export interface Field {
    name: string;
    type: number;
    /** Bits of a number; items of a fixed-size list. */
    size: number;
    children: Field[];
}
/** @throws Error where the bytes are something else */
export declare function readBatch(bytes: Uint8Array): Batch;
/** The schema alone, of an Arrow file that may have no batch. */
export declare function readSchema(bytes: Uint8Array): Schema;
