/**
 * Numbers words in the order in which they first occur. Words are looked up where they stand in a
 * text, without making a string: a build looks up a hundred million. A lone surrogate, which Cora's
 * words never hold, counts as U+FFFD.
 */
export declare class TermTable {
    #private;
    readonly names: string[];
    /**
     * Calls `use` with the number of each word between the spaces of a text.
     * @returns the number of pieces between the spaces, empty ones included
     */
    eachIn(text: string, use: (term: number) => void): number;
    /** Calls `use` with the number of each run of letters and digits of ASCII. */
    eachRun(text: string, use: (term: number) => void): void;
    /**
     * Calls `use` with the number of each identifier and number in a text of ASCII, as words.ts finds
     * them: `[A-Za-z_$][\w$]*|\d+`.
     */
    eachIdentifier(text: string, use: (term: number) => void): void;
    numberOf(word: string): number;
}
/** Sorted 32-bit hashes of terms, and the number of rows in which each occurs. */
export interface SortedCounts {
    hashes: Uint32Array;
    counts: Uint32Array;
}
/** Changes counts, in one pass over both. Long runs without a change are copied at once. */
export declare function changedTerms(base: SortedCounts, change: {
    hashes: Uint32Array;
    counts: ArrayLike<number>;
}, 
/** Takes the old count, 0 for a new term. Null removes the term. */
countOf: (before: number, change: number) => number | null): SortedCounts;
/** Returns the terms whose counts differ, with the counts in `to`; 0 for a removed one. */
export declare function differentTerms(from: SortedCounts, to: SortedCounts): SortedCounts;
