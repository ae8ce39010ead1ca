/**
 * Makes a segment of rows: blob after blob they are added, then everything is sorted and laid out
 * at once. Rows in one order make the same bytes.
 */
import type { ChunkRow } from '../base/types.ts';
import { type RowWords } from './rowWords.ts';
import { type Omission } from './segmentFile.ts';
/** The words of a row, which somebody else has counted. */
export interface CountedWords {
    /** Numbers of `termOf`, and how often the row holds each. */
    terms: Uint32Array;
    counts: Uint32Array;
    /** The number of words, repeated ones too. */
    words: number;
    /** UTF-16 code units of the search text, and its hash. */
    characters: number;
    hash: number;
}
/**
 * A row that comes from another segment has its words, whose hash knows their order. Its search
 * text is not read where its words are counted already.
 */
export type BuiltRow = ChunkRow & {
    words?: Pick<RowWords, 'hash'>;
    counted?: CountedWords;
};
export declare class SegmentBuilder {
    #private;
    /** @param packed what is left out of a segment that is to be packed as a whole */
    constructor(dimensions: number, packed?: readonly Omission[] | null);
    get rows(): number;
    get blobs(): number;
    /** @param rows all of one blob, in the order in which they are to stand */
    add(rows: readonly BuiltRow[]): void;
    /** Returns the number of a word, for rows whose words are counted already. */
    termOf(word: string): number;
    /**
     * Returns the bytes of the segment, piece after piece. Nothing can be added afterwards.
     * @param digestOf the digest that `encodeSegment` wants
     */
    finish(digestOf: (bytes: Uint8Array) => string): Uint8Array[];
}
