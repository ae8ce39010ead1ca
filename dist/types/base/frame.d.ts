/**
 * A frame is what a chunk's row knows of the lines around it: the lines of its whole definition,
 * and the lines at which an excerpt may begin and end. The parser writes it when the file is
 * indexed, because whoever shows the chunk has only lines. Pure.
 */
import type { LineRange } from './searchTypes.ts';
/**
 * For each line of a file, 1-based: BEGIN where a statement, declaration or paragraph begins, END
 * where one ends, or both.
 */
export type Bounds = Uint8Array;
export declare const FRAME_BEGIN = 1;
export declare const FRAME_END = 2;
/**
 * The most lines that a result shows without --lines. A frame describes as many lines on each side
 * of its chunk. If you change this number, rows change: raise COLUMNS in version.ts.
 */
export declare const SHOWN_LINES = 40;
/** The frame that knows nothing. */
export declare const NO_FRAME = ":";
export declare function isFrame(value: unknown): boolean;
/** @param chunk the lines of the chunk; read the frame with the same ones */
export declare function writeFrame(chunk: LineRange, definition: LineRange | null, bounds: Bounds): string;
/** Reads a frame: where statements begin and end, in the chunk and around it. */
export declare class Frame {
    #private;
    /** Null if the chunk has no name. */
    readonly definition: LineRange | null;
    /** @param chunk the lines of the chunk whose frame this is */
    constructor({ startLine, endLine }: LineRange, frame: string);
    /** True if the frame knows where statements begin and end. */
    get isKnown(): boolean;
    /** True if the frame describes this line. */
    knows(line: number): boolean;
    isBegin(line: number): boolean;
    isEnd(line: number): boolean;
    /**
     * Returns the part of a range that consists of whole statements, null if nothing is left. Without
     * known statements it is the range itself.
     */
    within({ startLine, endLine }: LineRange): LineRange | null;
}
