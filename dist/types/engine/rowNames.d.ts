/** The tables of a segment that tell which rows are whose: by blob and by chunk id. */
import type { RowNumbers } from './rowNumbers.ts';
import type { SegmentHeader } from './segmentFile.ts';
export declare class RowNames {
    #private;
    /** @param ids or, where they are left out, what they are made of */
    constructor(header: SegmentHeader, blobs: Uint8Array, ids: Uint8Array | RowNumbers);
    rowsOf(blob: number): [from: number, to: number];
    /** The blob of a row. */
    blobOf(row: number): number;
    language(blob: number): number;
    sha(blob: number): string;
    id(row: number): string;
    /** @returns −1 where the segment does not have it */
    findBlob(sha: string, language: string): number;
    /** True if every blob is found by its name, and no other one is. */
    isSorted(): boolean;
    /** @returns −1 where the segment does not have it */
    findRow(chunkId: string): number;
}
