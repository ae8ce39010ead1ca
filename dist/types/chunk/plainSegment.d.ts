/** One way to make a segment, and the small facts about a line that every line-based chunker asks for. No parsing here. */
import type { LocatedReference, Segment } from './segments.ts';
import type { Source } from './source.ts';
/** @param startLine 1-based, inclusive, like `endLine` */
export declare function segmentOf(startLine: number, endLine: number, fields?: Partial<Segment>): Segment;
/** The lines as people see them: without the \r of CRLF and without a byte-order mark. Index 0 is line 1. */
export declare function visibleLines(source: Source): string[];
/** Columns of white space before the text, a tab counted as four; -1 for a blank line. */
export declare function indentOf(line: string): number;
/** A declaration on one line, without the brace that opens its body. */
export declare function signatureOf(text: string): string;
/** What comment lines say: marks and rules (`-----`) taken off. */
export declare function docOf(lines: readonly string[]): string;
/** Puts each reference into the innermost segment that holds its line, once. References on no segment's line are dropped. */
export declare function placeReferences(segments: Segment[], references: readonly LocatedReference[]): void;
