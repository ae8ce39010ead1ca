/**
 * Where-clauses for LanceDB (DataFusion SQL). Values come from repositories, so every one is written as a quoted
 * literal here, and nowhere else is SQL put together.
 */
import type { BlobKey } from '../types.ts';
/** A string literal. DataFusion knows no escapes but the doubled quote, so backslashes and newlines stay as they are. */
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
