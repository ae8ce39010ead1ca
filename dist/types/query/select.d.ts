/**
 * Which chunks are shown, and in which order: one best chunk of each file first, further ones where they hold up; of those
 * that say the same, one. Pure.
 */
import type { FusedFile } from './fuse.ts';
import { type Selected } from './rankChunks.ts';
export type { Selected };
export interface Selection {
    /** In their final order: score, then path in code units, then line. At most what `limit` results can be made of. */
    ranked: Selected[];
    /** Whether there are more behind them. */
    more: boolean;
}
export interface SelectOptions {
    /** Results wanted. Lines that a better chunk shows already are shown once, so that some chunks give none. */
    limit: number;
    /** How much unlikeness to the results before it counts, 0 to 1; 0 for the order of the scores. */
    diversity: number;
    /** No score is higher: that of what is ranked before all of these. */
    above?: number;
}
/** The order does not depend on the limit: it says where the order is cut. */
export declare function select(files: readonly FusedFile[], options: SelectOptions): Selection;
export declare function noHigher(one: Selected, above: number): Selected;
/** The first chunk of a file is always shown: with those of `limit` files there are enough. @returns how many chunks that are */
export declare function endOf<T>(ranked: readonly T[], limit: number, fileOf: (one: T) => string): number;
