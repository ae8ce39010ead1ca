/** The texts of a segment: blocks of the texts and comments of neighbouring rows, deflated. */
import type { SegmentHeader } from './segmentFile.ts';
/** Text and comment of a row in UTF-8. */
export interface TextBytes {
    text: Uint8Array;
    doc: Uint8Array;
}
export declare class TextTable {
    #private;
    /** @throws CoraError BROKEN_INDEX */
    constructor(at: Uint32Array, header: Pick<SegmentHeader, 'rows' | 'omits'>);
    /** Where the last block ends in the section. */
    get end(): number;
    blockOf(row: number): number;
    /** Returns the blocks of rows that follow each other. */
    blocksOf(from: number, to: number): number[];
    /** Tells where a block lies in the section. */
    rangeOf(block: number): readonly [from: number, to: number];
    unpack(block: number, packed: Uint8Array): Promise<TextBytes[]>;
    /** @param packed all blocks of the rows, which follow each other */
    neighbours(from: number, to: number, packed: Uint8Array): Promise<TextBytes[]>;
    /** @param unpacked by block */
    decoded(row: number, unpacked: ReadonlyMap<number, readonly TextBytes[]>): {
        text: string;
        doc: string;
    };
}
