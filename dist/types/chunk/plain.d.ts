/**
 * Text without structure that we know: pieces of a readable size. Cut at blank lines that are followed by the lowest
 * indentation, so that an indented block stays whole; only a piece that is too large is cut again, one level deeper.
 */
import { type LocatedReference, type Segment } from './chunksFrom.ts';
/** @param lines all lines of the source; `from` and `to` are 1-based, inclusive */
export declare function paragraphs(lines: readonly string[], from: number, to: number): Segment[];
/**
 * Adds paragraphs where segments leave room. A small gap is left to `chunksFrom`, which joins it with its neighbours,
 * unless it holds references: only a segment can carry them.
 *
 * @param segments sorted, disjoint
 */
export declare function fillGaps(lines: readonly string[], segments: Segment[], references: readonly LocatedReference[]): Segment[];
