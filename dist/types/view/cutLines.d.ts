/** Cuts some lines out of a text, as many as are asked for and fit. Pure. */
import type { ChunkRow } from '../base/types.ts';
export interface ShownLines {
    /** The lines that are shown; both 0 for an empty file. */
    startLine: number;
    endLine: number;
    /** Lines of the whole file. */
    fileLines: number;
    /** True if fewer lines are shown than were asked for. */
    truncated: boolean;
    /** The original text, except for secrets, without the last line's end. */
    text: string;
}
/**
 * @param fits tells if these lines may be shown
 * @throws CoraError USAGE for lines that the file does not have
 */
export declare function cutLines(text: string, { path, startLine, endLine }: {
    path: string;
    startLine?: number;
    endLine?: number;
}, fits: (shown: ShownLines) => boolean): ShownLines;
export declare const TEXT_COLUMNS: readonly ['startLine', 'endLine', 'startByte', 'endByte', 'text'];
type TextRow = Pick<ChunkRow, (typeof TEXT_COLUMNS)[number]>;
/**
 * @param rows all rows of one blob, in any order
 * @throws CoraError BROKEN_INDEX for lines that no file can have
 */
export declare function textOfRows(rows: readonly TextRow[]): string;
export {};
