/**
 * An inverted index in memory: for each word the rows that hold it, and how often. Rows are
 * numbered in the order in which they were added. Words are told apart by two 32-bit hashes of
 * their bytes: no word becomes a string while the index is made.
 */
import { type WordRanking } from '../rankRows.ts';
/** Holds where the rows of each word stand: word after word, rows ascending. */
interface Postings {
    /** By word, and one more: where its rows begin. */
    starts: Uint32Array;
    rows: Uint32Array;
    counts: Uint16Array;
}
export declare class WordIndex {
    #private;
    constructor(words: HashedWords, postings: Postings, lengths: Uint32Array);
    /** Calls back for each row with any of the terms, with the score that `scoreRow` gives it. */
    score({ weights, averageWords }: WordRanking, found: (row: number, score: number) => void): void;
}
export declare class WordIndexBuilder {
    #private;
    /** The next row: words in UTF-8, separated by single spaces. */
    add(bytes: Uint8Array, start: number, end: number): void;
    /**
     * Sorts the pairs by word; they stand in the order of their rows already. Nothing can be added
     * afterwards.
     */
    finish(): WordIndex;
}
/** Numbers words from 0 in the order in which they come. Open addressing. */
declare class HashedWords {
    #private;
    size: number;
    /** @returns -1 for a word that was never interned */
    find(bytes: Uint8Array, from: number, to: number): number;
    intern(bytes: Uint8Array, from: number, to: number): number;
}
export {};
