/**
 * Which lines are shown for a chunk. A chunk is cut for finding: often a dozen lines, too few to understand it by. What is
 * shown is its whole definition where that is no longer than what is wanted, and grows to both sides by whole statements
 * and declarations: it begins where one begins and ends where one ends. Pure.
 */
import type { Frame } from '../frame.ts';
import type { LineRange } from '../searchTypes.ts';
import type { FileLines } from './fileLines.ts';
export interface Growth {
    /** Wanted in all, at least. */
    lines: number;
    /** Wanted on each side. */
    context: number;
}
/**
 * @param core lines of the chunk
 * @param taken ranges of the file that are shown already
 * @returns at least what of the core is not taken, and nothing that is; null where all of it is
 */
export declare function growRange(core: LineRange, taken: readonly LineRange[], file: FileLines, frame: Frame, { lines, context }: Growth): LineRange | null;
/** The longest piece of a range that no other one holds. Chunks do not overlap, but a declaration that was asked for may lie in one. */
export declare function withoutTaken(range: LineRange, taken: readonly LineRange[]): LineRange | null;
