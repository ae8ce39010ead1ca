/**
 * Which lines are shown for a chunk. A chunk is cut for finding: often a dozen lines, too few to understand it by. What is
 * shown grows evenly to both sides, then by a few lines more to where a paragraph begins or ends. Pure.
 */
import type { LineRange } from '../searchTypes.ts';
import type { FileLines } from './fileLines.ts';
/**
 * @param core lines of the chunk
 * @param taken ranges of the file that are shown already
 * @param lines wanted in all, at least
 * @param context lines wanted on each side
 * @returns at least what of the core is not taken, and nothing that is; null where all of it is
 */
export declare function growRange(core: LineRange, taken: readonly LineRange[], file: FileLines, { lines, context }: {
    lines: number;
    context: number;
}): LineRange | null;
/** The longest piece of a range that no other one holds. Chunks do not overlap, but a declaration that was asked for may lie in one. */
export declare function withoutTaken(range: LineRange, taken: readonly LineRange[]): LineRange | null;
