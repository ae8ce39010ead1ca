/** Typing errors between two words: insertions, deletions, substitutions and swaps of neighbours, each counted once. Pure. */
/**
 * Optimal string alignment (Damerau 1964, restricted: no letter is edited twice).
 * @returns the number of edits, or `most` + 1 for more than `most`
 */
export declare function editsBetween(a: string, b: string, most: number): number;
