/**
 * A blob as the chunkers see it: its bytes, its text, where its lines start, and the line of an
 * offset. It stops at decoding: nothing is parsed here.
 */

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

// Offsets to lines: parsers tell the former, or take long over the latter (each answer of
// tree-sitter's is a call into WebAssembly). A line may be a megabyte and hold a hundred thousand
// things, so that nothing here looks at a line once for each of them.

/** Offsets are UTF-16 code units. */
export interface LineIndex {
  /** The 1-based line of an offset. */
  lineAt(offset: number): number;
  /** Returns where the line of an offset begins. */
  startAt(offset: number): number;
  /**
   * The offset of the first character of that line that the pattern (one without flags) matches;
   * infinite where none does.
   */
  firstAt(offset: number, pattern: RegExp): number;
}

/** @param lines of a text, split at \n */
export function indexLines(lines: readonly string[]): LineIndex {
  const starts: number[] = [];
  const firsts = new Map<RegExp, number[]>();
  let next = 0;
  /** Parsers tell things in order. */
  let latest = 1;
  for (const line of lines) {
    starts.push(next);
    next += line.length + 1;
  }
  return { lineAt, startAt, firstAt };

  function lineAt(offset: number): number {
    if (starts[latest - 1]! <= offset && offset < (starts[latest] ?? Number.POSITIVE_INFINITY)) return latest;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    latest = low + 1;
    return latest;
  }

  function startAt(offset: number): number {
    return starts[lineAt(offset) - 1] ?? 0;
  }

  function firstAt(offset: number, pattern: RegExp): number {
    const line = lineAt(offset);
    const known = firsts.get(pattern) ?? [];
    firsts.set(pattern, known);
    const first = known[line] ?? firstIn(line, pattern);
    known[line] = first;
    return first;
  }

  function firstIn(line: number, pattern: RegExp): number {
    const column = (lines[line - 1] ?? '').search(pattern);
    return column === -1 ? Number.POSITIVE_INFINITY : starts[line - 1]! + column;
  }
}
