/**
 * Quotes code and names of a repository in an answer: a range with elided lines, text on one line,
 * code in Markdown. It knows no results. Pure.
 */
import type { LineRange } from '../base/searchTypes.ts';
/** A line that stands for the lines which are left out. */
export declare const ELLIPSIS = ". . .";
export interface Excerpt extends LineRange {
    /** All of its lines. */
    text: string;
    /** Ranges within its lines that are not shown, in order. */
    elided?: readonly LineRange[];
}
/** @returns the ranges that are shown, in order */
export declare function segmentsOf({ startLine, endLine, elided }: LineRange & Pick<Excerpt, 'elided'>): LineRange[];
/** @returns the lines that are shown, with an ELLIPSIS for each elided range */
export declare function shownText(excerpt: Excerpt): string;
/** `10-36`, `7`, `1-4,9-36` */
export declare function rangesText(ranges: readonly LineRange[]): string;
/** @returns the parts of elided ranges that are inside of the range */
export declare function clipRanges(ranges: readonly LineRange[], { startLine, endLine }: LineRange): LineRange[];
/** True for a line with the beginning of a declaration, or all of it. */
export declare function declares(line: string, signature: string): boolean;
/** Writes out characters that could break the line or change its order: `\n`, `\u202e`. */
export declare function oneLine(text: string): string;
/** Puts a text in back-ticks, more of them than it has in a row. */
export declare function inlineCode(text: string): string;
/** Puts a text in a fence that is longer than any in it. */
export declare function fenced(text: string, language: string): string;
