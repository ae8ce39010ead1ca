/** Rows into the table, each call one commit of LanceDB. What a row is in Arrow is schema.ts. */
import type { EncodedRows } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
import type { TableHandle } from './tableHandle.ts';
/** @throws CoraError EMBEDDER_MISMATCH */
export declare function encodeChecked(rows: readonly ChunkRow[], dimensions: number): EncodedRows[];
export declare function appendRows({ lance, table }: TableHandle, batches: readonly EncodedRows[], dimensions: number): Promise<void>;
/**
 * All other rows of these blobs go in the same commit.
 * @returns how many rows were there before
 */
export declare function replaceRows({ lance, table }: TableHandle, rows: readonly ChunkRow[], dimensions: number): Promise<number>;
