/**
 * It writes code and names of a repository into an answer: a range with its elided lines, text on
 * one line, code in Markdown. It knows no results. Pure.
 */
import type { LineRange } from '../base/searchTypes.ts';
/** Stands on a line of its own for lines that are left out. */
export declare const ELLIPSIS = ". . .";
export interface Excerpt extends LineRange {
    /** Its lines, all of them. */
    text: string;
    /** Ranges that are not shown, in order, within its lines. */
    elided?: readonly LineRange[];
}
/** @returns the ranges that are shown, in order; together with `elided` they make up the range */
export declare function segmentsOf({ startLine, endLine, elided }: LineRange & Pick<Excerpt, 'elided'>): LineRange[];
/** @returns the lines that are shown, as they are, each elided range as one ELLIPSIS */
export declare function shownText(excerpt: Excerpt): string;
/** `10-36`, `7`, `1-4,9-36` */
export declare function rangesText(ranges: readonly LineRange[]): string;
/** @returns the elided ranges as far as they lie in the range */
export declare function clipRanges(ranges: readonly LineRange[], { startLine, endLine }: LineRange): LineRange[];
/** Writes out what could break the line, or show it in another order: `\n`, `\u202e`. */
export declare function oneLine(text: string): string;
/** Text in back-ticks, more of them than it holds in a row. */
export declare function inlineCode(text: string): string;
/** Text in a fence that is longer than any that it holds. */
export declare function fenced(text: string, language: string): string;
