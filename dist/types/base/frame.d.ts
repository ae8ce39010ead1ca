/**
 * Holds what a chunk knows of the lines around it: its whole definition, and the lines at which an
 * excerpt may begin and end. The parser knows it when the file is indexed; whoever shows the chunk
 * has only lines. Pure.
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
 * A result has so many lines, unless --lines says otherwise. A frame knows as many on each side of
 * its chunk: with another number rows are others, and COLUMNS in version.ts has to change.
 */
export declare const SHOWN_LINES = 40;
/** Nothing is known. */
export declare const NO_FRAME = ":";
export declare function isFrame(value: unknown): boolean;
/** @param chunk its lines; the result is for a `Frame` with the same ones */
export declare function writeFrame(chunk: LineRange, definition: LineRange | null, bounds: Bounds): string;
/** Says of the lines of a chunk and around it where anything begins or ends. */
export declare class Frame {
    #private;
    /** Null for what has no name. */
    readonly definition: LineRange | null;
    /** @param chunk whose `frame` it is */
    constructor({ startLine, endLine }: LineRange, frame: string);
    /** True if it says where anything begins or ends. */
    get isKnown(): boolean;
    /** False for a line of which it says nothing; true also where nothing begins or ends. */
    knows(line: number): boolean;
    isBegin(line: number): boolean;
    isEnd(line: number): boolean;
    /**
     * Returns as much of the range as is whole statements, where they are known; null for nothing.
     */
    within({ startLine, endLine }: LineRange): LineRange | null;
}
