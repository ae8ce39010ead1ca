/**
 * Reads stack frames in the formats of many languages, and places that compilers and test runners
 * print. It knows no repository: a frame may be of a library. Pure.
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
