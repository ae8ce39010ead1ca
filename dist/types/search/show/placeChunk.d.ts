/**
 * Chooses the lines to show for each chunk, without those of earlier chunks: its whole definition
 * if that is short enough, extended on both sides by whole statements, or up to a blank line if its
 * frame knows nothing. Pure.
 */
import { Frame } from '../../base/frame.ts';
import type { LineRange, SearchHit } from '../../base/searchTypes.ts';
import type { ChunkRow } from '../../base/types.ts';
/** Returns the lines of a whole file of the caller; null if only the stored text is known. */
export type LinesOfFile = (path: string) => FileLines | null;
/** The columns of a chunk that results show, and those that lead to related places. */
export declare const SHOWN_COLUMNS: readonly ['chunkId', 'blobSha', 'symbol', 'scope', 'signature', 'endLine', 'frame', 'part', 'parts', 'defines', 'references', 'text'];
export type ShownRow = Pick<ChunkRow, (typeof SHOWN_COLUMNS)[number]>;
/** The columns that a result shows. `kind` is given if it differs from the chunk's. */
export type ShownText = Pick<ShownRow, 'symbol' | 'scope' | 'signature' | 'endLine' | 'parts' | 'text' | 'frame'> & Partial<Pick<ChunkRow, 'kind'>>;
export interface Placed extends LineRange, Pick<SearchHit, 'chunk' | 'definition' | 'text' | 'elided' | 'fileLines' | 'isPiece'> {
    frame: Frame;
}
export interface Placer {
    /**
     * @param grow true if lines around the chunk may be shown
     * @returns null if all lines of the chunk are shown already
     */
    place(path: string, startLine: number, row: ShownText, grow: boolean): Placed | null;
    /** Returns the whole file, null if only the stored text is known. */
    linesOf(path: string): FileLines | null;
    /**
     * Says that these lines are shown now; @param isFound false for those that were asked for by name
     */
    take(path: string, range: LineRange, isFound: boolean): void;
}
/** @param options how far the first chunk of a file is extended, and its others: see growRange */
export declare function createPlacer(linesOf: LinesOfFile, options: Growth & {
    furtherLines: number;
}): Placer;
interface Growth {
    /** The fewest lines in all. */
    lines: number;
    /** The fewest lines on each side. */
    context: number;
}
/**
 * @param core lines of the chunk
 * @param taken ranges of the file that are shown already
 * @returns at least the part of the core that is not taken, and no taken line; null if all of it is
 * taken
 */
export declare function growRange(core: LineRange, taken: readonly LineRange[], file: FileLines, frame: Frame, { lines, context }: Growth): LineRange | null;
/**
 * Returns the longest piece of a range that no taken range holds. Chunks do not overlap, but a
 * declaration that was asked for may be inside of one.
 */
export declare function withoutTaken(range: LineRange, taken: readonly LineRange[]): LineRange | null;
export interface FileLines {
    /**
     * The number of lines. A line end at the end of the text begins no further line; an empty text
     * has no line.
     */
    count: number;
    /** @param line 1-based, within the text */
    isBlank(line: number): boolean;
    /** Returns the number of characters of the line, without its end. */
    lengthOf(line: number): number;
    /**
     * Returns lines `from` to `to`, 1-based and inclusive, as far as they exist, without the last
     * line's end.
     */
    slice(from: number, to: number): string;
}
export declare function fileLinesOf(text: string): FileLines;
export {};
