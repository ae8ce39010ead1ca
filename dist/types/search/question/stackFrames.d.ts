/**
 * Reads stack frames in the formats of many languages, places that compilers and test runners
 * print, and paths in a text. It knows no repository: a frame may be of a library. Pure.
 */
/** Longer lines are data and are not matched. */
export declare const LONGEST_LINE = 500;
export interface StackFrame {
    /** The path as written, with `/`. It may be absolute, relative, or only a file name. */
    path: string;
    /** 1-based; 0 if none is given. */
    line: number;
    /** The function's name without qualifiers; '' if none is given. */
    name: string;
}
/** @returns each place once, the innermost first */
export declare function stackFrames(text: string): StackFrame[];
export interface WrittenPath {
    /** With `/` between its parts, without a line number. */
    path: string;
    /** The first line that is written after it; 0 for none. */
    line: number;
    /** True if the path is the whole question. */
    alone: boolean;
    /** True if the question asks for code that reads or writes this data file. */
    isUsed: boolean;
}
/**
 * @param text a question, or the end of a chat
 * @returns each path once. A place in the text may have several readings, of which a view knows at
 * most one
 */
export declare function writtenPaths(text: string): WrittenPath[];
/** Returns a written path without quotes and brackets around it, and marks behind it. */
export declare function withoutMarks(written: string): string;
