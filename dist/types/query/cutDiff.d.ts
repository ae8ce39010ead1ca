/** A diff shortened to so many lines, fairly among its files. Pure. */
export interface CutDiff {
    text: string;
    /** Lines that are left, without the marks of what was cut. */
    lines: number;
    cut: number;
}
/**
 * Each file keeps its beginning; where something is missing a line says how much: `… 35 more lines of src/main.c`.
 * @param diffs as git writes them; their `index` lines are left out
 */
export declare function cutDiff(diffs: readonly {
    path: string;
    text: string;
}[], most: {
    lines: number;
    ofFile: number;
}): CutDiff;
