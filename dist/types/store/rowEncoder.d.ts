/**
 * Rows to the table's columns, one row after the other: what was made of a row can go as soon as it is added. Arrow tables are made
 * of the columns by schema.ts.
 */
import type { EncodedRows } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
/** @throws RangeError when a vector has another length */
export declare function encodeRows(rows: readonly ChunkRow[], dimensions: number): EncodedRows[];
export declare class RowEncoder {
    #private;
    /** @param most rows at most */
    constructor(dimensions: number, most: number);
    /** @throws RangeError when its vector has another length */
    add(row: ChunkRow): void;
    /** @returns nothing where nothing was added */
    finish(): EncodedRows[];
}
