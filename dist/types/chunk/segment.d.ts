/** A segment, which every parser hands over, and how large chunks may be; one way to make a segment of lines, and the small facts
 * about a line that all line-based chunkers ask for. Nothing is parsed here. */
import type { ChunkKind, Definition, Reference } from '../base/types.ts';
import type { Source } from './source.ts';
/** A definition or section found by a parser: whole lines, 1-based inclusive; may nest; may leave gaps. */
export interface Segment {
    /** With the comments and decorators above the definition. */
    startLine: number;
    endLine: number;
    kind: ChunkKind;
    symbol: string;
    /** Names of the enclosing definitions or headings, outermost first. */
    scope: string[];
    signature: string;
    nodeType: string;
    doc: string;
    /** What the segment itself introduces, without what its children do. */
    defines: Definition[];
    /** What the segment itself mentions, without what its children do. Where lines are known, `chunksFrom` takes them beside. */
    references: Reference[];
    /** Members: where a segment that is too large may be cut. */
    children: Segment[];
}
export interface LocatedReference extends Reference {
    line: number;
}
/** Measured for retrieval: definitions as chunks of 5 to 80 lines beat windows of 50 lines. */
export declare const LIMITS: {
    /** A smaller running chunk goes on into the next definition; a smaller variable or field never cuts. */
    readonly minLines: 5;
    /** Definitions under `minLines` are grouped until they are this many together. */
    readonly groupLines: 15;
    /** A class of at most this many lines stays whole; its members would mostly be grouped again. */
    readonly wholeLines: 20;
    /** What lines without structure, and parts, are cut at. */
    readonly targetLines: 50;
    /** Longer definitions are cut at their members, else into parts. */
    readonly maxLines: 80;
    readonly maxBytes: 16384;
    /** Shared by two neighbouring parts of one definition. */
    readonly overlapLines: 5;
};
export declare function keyOf(reference: Reference): string;
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
