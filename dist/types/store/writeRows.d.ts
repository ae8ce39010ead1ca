/**
 * Rows into the table, each call one commit of LanceDB. An encoder makes columns of them, one row after the other, so that what was made
 * of a row can go as soon as it is added. Arrow tables are made of the columns by schema.ts.
 */
import type { ChunkRow } from '../base/types.ts';
import type { TableHandle } from './openTable.ts';
import type { EncodedRows } from './storePort.ts';
/** @throws CoraError EMBEDDER_MISMATCH */
export declare function encodeChecked(rows: readonly ChunkRow[], dimensions: number): EncodedRows[];
export declare function appendRows({ lance, table }: TableHandle, batches: readonly EncodedRows[], dimensions: number): Promise<void>;
/**
 * All other rows of these blobs go in the same commit.
 * @returns how many rows were there before
 */
export declare function replaceRows({ lance, table }: TableHandle, rows: readonly ChunkRow[], dimensions: number): Promise<number>;
export declare class RowEncoder {
    #private;
    /** @param most rows at most */
    constructor(dimensions: number, most: number);
    /** @throws RangeError when its vector has another length */
    add(row: ChunkRow): void;
    /** @returns nothing where nothing was added */
    finish(): EncodedRows[];
}
