/**
 * Reads the stack frames of a text, as programs of each language print them, and places that
 * compilers and test runners print. It knows no repository: a frame may be of a library. Pure.
 */
/** A longer line is data: no pattern is tried on it. */
export declare const LONGEST_LINE = 500;
export interface StackFrame {
    /** The path as it is written, with `/`: absolute, relative, or a file name alone. */
    path: string;
    /** 1-based; 0 where none is said. */
    line: number;
    /** The function's name without its qualifiers, '' where none is said. */
    name: string;
}
/** @returns the innermost first; each place once */
export declare function stackFrames(text: string): StackFrame[];
