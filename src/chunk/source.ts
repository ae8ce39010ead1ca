/** A blob as the chunkers see it: its bytes, its text and where its lines start. Stops at decoding: no parsing here. */

import type { FoundSecret } from '../secrets/redact.ts';
import { decodeText } from '../secrets/text.ts';

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
export function sourceOf(original: Uint8Array, language: string): Source | null {
  const decoded = decodeText(original);
  if (decoded === null) return null;
  const { text, bytes, secrets, encoding, lineStarts } = decoded;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return { bytes, secrets, text, lines, lineStarts, newline: encoding === 'utf-8' ? 1 : 2, encoding, language };
}

/** True for a line that need not be in a chunk. `line` counts from 1. */
export function isBlank(source: Source, line: number): boolean {
  return (source.lines[line - 1] ?? '').trim() === '';
}

/** Byte offset of the end of a line, its \n left out. `line` counts from 1. */
export function endOfLine(source: Source, line: number): number {
  const next = source.lineStarts[line]!;
  return line < source.lines.length || source.text.endsWith('\n') ? next - source.newline : next;
}
