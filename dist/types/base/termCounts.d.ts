/** In how many rows of a view each term occurs, and how that changes. */
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
