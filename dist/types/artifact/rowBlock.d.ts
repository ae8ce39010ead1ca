/**
 * Rows of whole blobs as one JSON member under Brotli, by column, because equal things beside each other compress:
 *
 *   {"blobs":[["1eb41f…","python",2]],"kind":["function","class"],"symbol":["a","B"],…}
 *
 * Left out is what the rest tells: chunk ids, content hashes, search text. Reading refuses whatever a chunk cannot be.
 */
import type { Chunk } from '../types.ts';
/** What an artifact without text tells of a chunk. */
export type Outline = Pick<Chunk, 'kind' | 'symbol' | 'startLine' | 'endLine' | 'startByte' | 'endByte'>;
export interface PackedRow {
    outline: Outline;
    /** Null in an artifact without text. */
    chunk: Chunk | null;
    chunkId: string;
    contentHash: string;
}
export interface PackedBlob<Row = PackedRow> {
    blob: string;
    language: string;
    /** In the order of their bytes. */
    rows: Row[];
}
/** A whole chunk where text is wanted. */
export type BlockRow = (Chunk | Outline) & {
    contentHash: string;
};
export declare function encodeRows(blobs: readonly PackedBlob<BlockRow>[], withText: boolean): Buffer;
/** The same, not yet as text. */
export declare function columnsOf(blobs: readonly PackedBlob<BlockRow>[], withText: boolean): Record<string, unknown>;
/** Whose rows they are, and the rows of one blob after the other: they are made when they are asked for. */
export interface DecodedRows {
    heads: {
        blob: string;
        language: string;
        rows: number;
    }[];
    /** @throws CoraError BAD_ARTIFACT where ranges are impossible */
    blobs(): Generator<PackedBlob, void, undefined>;
}
/** @throws CoraError BAD_ARTIFACT */
export declare function decodeRows(member: Buffer, withText: boolean): DecodedRows;
/** @param value as `columnsOf` makes it, from whomever @throws CoraError BAD_ARTIFACT */
export declare function checkColumns(value: Record<string, unknown>, withText: boolean): DecodedRows;
