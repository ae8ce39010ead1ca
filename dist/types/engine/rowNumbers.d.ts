/**
 * The numbers of each row that scoring reads, by column. A question reads the section whole, so
 * that it can score hundreds of rows without looking for the record of each.
 *
 * Every number of a column takes as many bytes as the largest one needs; first stand the lowest
 * bytes of all rows, then the next ones. Beside each other they are alike, and pack well.
 *
 *     u8: bytes of a number, by column; filled up to 16 bytes. Then column after column
 */
export declare const NUMBER_COLUMNS: ("bytes" | "characters" | "hash" | "kind" | "lines" | "nodeType" | "part" | "parts" | "record" | "startByte" | "startLine" | "tokens" | "words")[];
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];
export declare class RowNumbersWriter {
    #private;
    /** @throws RangeError for what is no whole number of 32 bits */
    add(row: Readonly<Record<NumberColumn, number>>): void;
    finish(): Uint8Array;
}
/** @throws CoraError BROKEN_INDEX for bytes that are not the numbers of so many rows */
export declare class RowNumbers {
    #private;
    constructor(bytes: Uint8Array, rows: number);
    of(name: NumberColumn, row: number): number;
    /** Returns a whole column, with a place for each row. */
    column(name: NumberColumn): Uint32Array;
}
