/**
 * It gives each chunk its lines of a file, of those that no chunk before it has: its whole
 * definition where that is short enough, grown to both sides by whole statements; where its frame
 * knows nothing, up to a blank line. Pure.
 */
import { Frame } from '../../base/frame.ts';
import type { LineRange } from '../../base/searchTypes.ts';
import type { ChunkRow } from '../../base/types.ts';
/** The lines of a whole file, as the caller has it; null where only the stored text is known. */
export type LinesOfFile = (path: string) => FileLines | null;
/** The columns that are shown of a chunk, beside its text, and those that lead on from it. */
export declare const SHOWN_COLUMNS: readonly ['chunkId', 'blobSha', 'symbol', 'scope', 'signature', 'endLine', 'frame', 'part', 'parts', 'defines', 'references', 'text'];
export type ShownRow = Pick<ChunkRow, (typeof SHOWN_COLUMNS)[number]>;
/** The columns that a result says of itself; `kind` where it is not that of the chunk. */
export type ShownText = Pick<ShownRow, 'symbol' | 'scope' | 'signature' | 'endLine' | 'parts' | 'text' | 'frame'> & Partial<Pick<ChunkRow, 'kind'>>;
export interface Placed extends LineRange {
    chunk: LineRange;
    definition: LineRange;
    frame: Frame;
    text: string;
    /** See SearchHit. */
    elided?: LineRange[];
    fileLines?: number;
    isPiece?: true;
}
export interface Placer {
    /**
     * @param grow whether lines around it may be shown
     * @returns null where all lines of the chunk are taken
     */
    place(path: string, startLine: number, row: ShownText, grow: boolean): Placed | null;
    /** The whole file, null where only the stored text is known. */
    linesOf(path: string): FileLines | null;
    /** These lines are shown now; @param isFound false for those that were asked for by name */
    take(path: string, range: LineRange, isFound: boolean): void;
}
/** @param options how far the first chunk of a file grows, and its others: see growRange */
export declare function createPlacer(linesOf: LinesOfFile, options: Growth & {
    furtherLines: number;
}): Placer;
interface Growth {
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
/**
 * The longest piece of a range that no other one holds. Chunks do not overlap, but a declaration
 * that was asked for may lie in one.
 */
export declare function withoutTaken(range: LineRange, taken: readonly LineRange[]): LineRange | null;
export interface FileLines {
    /** A last line's end begins no further line; an empty text has no line. */
    count: number;
    /** @param line 1-based, within the text */
    isBlank(line: number): boolean;
    /** Characters of the line, without its end. */
    lengthOf(line: number): number;
    /**
     * Lines `from` to `to`, 1-based and inclusive, as far as they are there, without the last one's
     * end.
     */
    slice(from: number, to: number): string;
}
export declare function fileLinesOf(text: string): FileLines;
export {};
