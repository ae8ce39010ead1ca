/** Headings of the other markups: reStructuredText (underlined titles), AsciiDoc (`== Title`), Org (`** Title`). */
import { type Outline } from './markdownHeadings.ts';
/** Levels in the order in which the file first uses each style of line, as docutils has it. */
export declare function rstOutline(lines: readonly string[]): Outline;
export declare function asciidocOutline(lines: readonly string[]): Outline;
export declare function orgOutline(lines: readonly string[]): Outline;
