/** The words of a segment: its dictionary, the rows of each word, and the words of each row. */
import { ByteReader } from './bytes.ts';
import type { RowWords } from './rowWords.ts';
/** Rows of a term, ascending, and how often each holds it. */
export interface TermRows {
    rows: Uint32Array;
    counts: Uint32Array;
}
/** @throws CoraError BROKEN_INDEX for rows that the segment does not have, and for bytes of none */
export declare function rowsIn(bytes: Uint8Array, count: number, rowCount: number): TermRows;
/**
 * Tells the rows of a word, and how often each holds it.
 * @throws CoraError BROKEN_INDEX for rows that the segment does not have
 */
export declare function eachRow(reader: ByteReader, count: number, rowCount: number, see: (row: number, times: number) => void): void;
interface TermEntry {
    term: number;
    /** The number of its rows, and where they stand among the postings. */
    rows: number;
    from: number;
    to: number;
}
/**
 * @param bytes of the word, which are good until the next one comes
 * @param rows so many hold it
 * @param from where its postings lie, up to `to`
 */
export type SeeTerm = (bytes: Uint8Array, rows: number, from: number, to: number) => void;
/** The words of a segment by name and by number. */
export declare class Dictionary {
    #private;
    constructor(terms: number, index: Uint32Array, bytes: Uint8Array);
    find(term: string): TermEntry | null;
    nameOf(term: number): string;
    /**
     * Tells all words in their order.
     * @throws CoraError BROKEN_INDEX where the index leads elsewhere
     */
    each(see: SeeTerm): void;
}
/** A segment that does not have the words of each row. */
interface WordSource {
    /** @throws Error for a term whose rows were not read */
    countIn(term: string, row: number): number;
    distinctOf(row: number): Promise<ReadonlySet<string>>;
}
/**
 * The words of a row of such a segment: which rows hold a term tells how often this one does, and
 * its text which there are.
 */
export declare class DerivedWords implements RowWords {
    #private;
    readonly length: number;
    readonly hash: number;
    bring: (() => Promise<void>) | null;
    constructor(source: WordSource, row: number, { length, hash }: Pick<RowWords, 'length' | 'hash'>);
    count(term: string): number;
    distinct(): ReadonlySet<string>;
}
/** @param rows ascending @returns how often a row holds a term */
export declare function countIn({ rows, counts }: TermRows, row: number): number;
/**
 * The words of a row, as a segment has them: numbers of its dictionary, ascending, each with its
 * count.
 */
export declare class SegmentWords implements RowWords {
    #private;
    readonly length: number;
    readonly hash: number;
    /** @param length and hash of the search text, as RowWords has them */
    constructor(bytes: Uint8Array, dictionary: Dictionary, { length, hash }: Pick<RowWords, 'length' | 'hash'>);
    count(term: string): number;
    distinct(): ReadonlySet<string>;
    get numbered(): NonNullable<RowWords['numbered']>;
    /** The words in another order than they stand in the row; empty ones come last. */
    searchText(): string;
}
export {};
