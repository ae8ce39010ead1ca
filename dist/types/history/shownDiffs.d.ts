/**
 * It makes diffs fit to be shown: without secrets, and shortened. A piece of a private key does not say what it is: so each line is
 * taken from its file, redacted as a whole.
 */
import type { ShownCommit } from '../git/diffTrees.ts';
type Diff = ShownCommit['diffs'][number];
/** @param read brings the blobs that are there */
export declare function redactDiffs(diffs: readonly Diff[], read: (blobs: string[]) => AsyncIterable<{
    blob: string;
    bytes: Uint8Array | null;
}>): Promise<Diff[]>;
interface CutDiff {
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
export {};
