/**
 * Numbers words in the order in which they come. They are looked up where they stand in a text,
 * without a string of their own: a build looks up a hundred million. A lone surrogate, which no
 * word of ours holds, counts as U+FFFD.
 */
export declare class TermTable {
    #private;
    readonly names: string[];
    /**
     * Calls `count` with the number of each word between the spaces of a text.
     * @returns how many pieces there are between the spaces, empty ones included
     */
    eachIn(text: string, count: (term: number) => void): number;
    /** Calls `use` with the number of each run of letters and digits of ASCII. */
    eachRun(text: string, use: (term: number) => void): void;
    /**
     * Calls `use` with the number of each identifier and number in a text of ASCII, as words.ts finds
     * them: `[A-Za-z_$][\w$]*|\d+`.
     */
    eachIdentifier(text: string, use: (term: number) => void): void;
    numberOf(word: string): number;
}
/** Sorted 32-bit hashes of terms, and in how many rows each occurs. */
export interface SortedCounts {
    hashes: Uint32Array;
    counts: Uint32Array;
}
/** Makes one change; terms between two that change are copied as they are. */
export declare function changedTerms(base: SortedCounts, change: {
    hashes: Uint32Array;
    counts: ArrayLike<number>;
}, 
/** Takes the count before, 0 where there was none; null leaves the term out. */
countOf: (before: number, change: number) => number | null): SortedCounts;
/** Returns the terms of which the counts differ, as they are in `to`: 0 for one that is gone. */
export declare function differentTerms(from: SortedCounts, to: SortedCounts): SortedCounts;
