/**
 * Reads a report, an issue or another long text that somebody pasted, for what it is: a title, what
 * is said in prose, code and output, stack frames; without what a template asks for (environment,
 * versions, check lists, comments). It knows no repository. Pure.
 */
import { type StackFrame } from './stackFrames.ts';
export interface Report {
    title: string;
    /** The first paragraph of prose below the title. */
    first: string;
    /** All that is said in prose below the title. */
    prose: string;
    /** Blocks of code and of output, in their order. */
    code: string;
    /** The innermost first. */
    frames: readonly StackFrame[];
    /** Lines that report an error, the last first. */
    errors: readonly string[];
    /** Paths of files in addresses of a forge: `https://host/o/n/blob/main/src/a.ts` → `src/a.ts`. */
    linked: readonly string[];
    /** Paths of files that are written in prose or code, outside of frames. */
    paths: readonly string[];
}
/**
 * True for a text of several lines, or a very long one, that says more than a question does, or
 * that holds a block of code or a stack frame; a chat is none.
 */
export declare function isReport(text: string, words: number): boolean;
export declare function readReport(text: string): Report;
