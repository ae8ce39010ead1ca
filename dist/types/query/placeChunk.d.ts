/** Gives each chunk its lines of a file, of those that no chunk before it has. Pure. */
import { Frame } from '../frame.ts';
import type { LineRange } from '../searchTypes.ts';
import type { ChunkRow } from '../types.ts';
import { type FileLines } from './fileLines.ts';
import { type Growth } from './growRange.ts';
/** The text of a whole file, as the caller has it; null where only the stored text is known. */
export type FileText = (path: string) => string | null;
/** What is shown of a chunk, beside its text, and what leads on from it. */
export declare const SHOWN_COLUMNS: readonly ['chunkId', 'blobSha', 'symbol', 'scope', 'signature', 'endLine', 'frame', 'part', 'parts', 'defines', 'references', 'text'];
export type ShownRow = Pick<ChunkRow, (typeof SHOWN_COLUMNS)[number]>;
/** What a result says of itself. */
export type ShownText = Pick<ShownRow, 'symbol' | 'scope' | 'signature' | 'endLine' | 'parts' | 'text' | 'frame'>;
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
    /** These lines are shown now. */
    take(path: string, range: LineRange): void;
}
/** @param options how far a chunk grows: see growRange */
export declare function createPlacer(textOf: FileText, options: Growth): Placer;
