/** A blob as the chunkers see it: its bytes, its text, where its lines start, and the line of an offset. It stops at decoding:
 * nothing is parsed here. */
import type { FoundSecret } from '../secrets/redact.ts';
export interface Source {
    /** Without secrets: what stands in their place is as long. */
    bytes: Uint8Array;
    secrets: FoundSecret[];
    text: string;
    /** Without \n; a \r before it is kept. No phantom line after a final \n. */
    lines: string[];
    /** Byte offset of the start of each line (split at \n), plus the blob's length at the end. */
    lineStarts: number[];
    /** Bytes of a \n: 2 in UTF-16. */
    newline: 1 | 2;
    encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
    language: string;
}
/** @returns null for binary content */
export declare function sourceOf(original: Uint8Array, language: string): Source | null;
/** True for a line that need not be in a chunk. `line` counts from 1. */
export declare function isBlank(source: Source, line: number): boolean;
/** Byte offset of the end of a line, its \n left out. `line` counts from 1. */
export declare function endOfLine(source: Source, line: number): number;
/** Offsets are UTF-16 code units. */
export interface LineIndex {
    /** The 1-based line of an offset. */
    lineAt(offset: number): number;
    /** Where the line of an offset begins. */
    startAt(offset: number): number;
    /** The offset of the first character of that line that the pattern (one without flags) matches; infinite where none does. */
    firstAt(offset: number, pattern: RegExp): number;
}
/** @param lines of a text, split at \n */
export declare function indexLines(lines: readonly string[]): LineIndex;
