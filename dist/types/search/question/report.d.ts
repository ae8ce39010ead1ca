/**
 * Reads a report, such as a pasted issue: its title, prose, code and output, and stack frames. The
 * parts that come from a template (environment, versions, check lists, comments) are left out. It
 * knows no repository. Pure.
 */
import { type StackFrame } from './stackFrames.ts';
export interface Report {
    title: string;
    /** The first paragraph of prose below the title. */
    first: string;
    /** All prose below the title. */
    prose: string;
    /** Blocks of code and output, in order. */
    code: string;
    /** Stack frames, the innermost first. */
    frames: readonly StackFrame[];
    /** Lines that report an error, the last one first. */
    errors: readonly string[];
    /** Paths in links to a forge: `https://host/o/n/blob/main/src/a.ts#L12` → `src/a.ts`, 12. */
    linked: readonly StackFrame[];
    /** Paths in prose or code, outside of stack frames; each line behind a path is another place. */
    paths: readonly StackFrame[];
    /** Names in the title that may be files: `parse-url`, `app/view`, `Perl: …`. */
    parts: readonly string[];
}
/**
 * True for a text of several lines, or a very long one, that has more words than a question, a
 * block of code, or a stack frame. A chat is no report.
 */
export declare function isReport(text: string, words: number): boolean;
export declare function readReport(text: string): Report;
