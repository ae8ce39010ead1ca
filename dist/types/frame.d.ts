/**
 * What a chunk knows of the lines around it: its whole definition, and the lines at which an excerpt may begin and end. The
 * parser knows it when the file is indexed; whoever shows the chunk has only lines. Pure.
 */
/** 1-based, inclusive. */
interface Lines {
    startLine: number;
    endLine: number;
}
/** For each line of a file, 1-based: BEGIN where a statement, declaration or paragraph begins, END where one ends, or both. */
export type Bounds = Uint8Array;
export declare const BEGIN = 1;
export declare const END = 2;
/** Nothing is known. */
export declare const NO_FRAME = ":";
export declare function isFrame(value: unknown): boolean;
/** @param chunk its lines; the result is for a `Frame` with the same first line */
export declare function writeFrame(chunk: Lines, definition: Lines | null, bounds: Bounds): string;
/** Part of an answer while it is made and cut; never printed. */
export declare class Frame {
    #private;
    /** Null for what has no name. */
    readonly definition: Lines | null;
    /** @param startLine of the chunk whose `frame` it is */
    constructor(startLine: number, frame: string);
    /** Whether it says where anything begins or ends. */
    get isKnown(): boolean;
    isBegin(line: number): boolean;
    isEnd(line: number): boolean;
    /** As much of the range as is whole statements, where they are known; null for nothing. */
    within({ startLine, endLine }: Lines): Lines | null;
    /** JSON leaves out what is undefined. */
    toJSON(): undefined;
}
export {};
