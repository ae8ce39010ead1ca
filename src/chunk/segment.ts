/**
 * A segment, which every parser hands over, and how large chunks may be; one way to make a segment
 * of lines, and the small facts about a line that all line-based chunkers ask for. Nothing is
 * parsed here.
 */

import type { Chunk, Definition, Reference } from '../base/types.ts';
import type { FoundSecret } from '../secrets/redact.ts';
import { decodeText } from '../secrets/text.ts';

/**
 * A definition or section found by a parser: whole lines, 1-based inclusive; may nest; may leave
 * gaps.
 */
export interface Segment extends Pick<Chunk, 'kind' | 'symbol' | 'scope' | 'signature' | 'nodeType'> {
  /** With the comments and decorators above the definition. */
  startLine: number;
  endLine: number;
  doc: string;
  /** The definitions that the segment itself introduces, without those of its children. */
  defines: Definition[];
  /**
   * The references that the segment itself makes, without those of its children. Where lines are
   * known, `chunksFrom` takes them beside.
   */
  references: Reference[];
  /** Members: where a segment that is too large may be cut. */
  children: Segment[];
}

export interface LocatedReference extends Reference {
  line: number;
}

/** Measured for retrieval: definitions as chunks of 5 to 80 lines beat windows of 50 lines. */
export const LIMITS = {
  /**
   * A smaller running chunk goes on into the next definition; a smaller variable or field never
   * cuts.
   */
  minLines: 5,
  /** Definitions under `minLines` are grouped until they are this many together. */
  groupLines: 15,
  /** A class of at most this many lines stays whole; its members would mostly be grouped again. */
  wholeLines: 20,
  /** The size at which lines without structure, and parts, are cut. */
  targetLines: 50,
  /** Longer definitions are cut at their members, else into parts. */
  maxLines: 80,
  maxBytes: 16_384,
  /** Shared by two neighbouring parts of one definition. */
  overlapLines: 5,
} as const;

export function segmentKey(reference: Reference): string {
  return `${reference.kind} ${reference.name} ${reference.from ?? ''}`;
}

// Written out: where objects are made by the million, an engine takes ten times as long for those
// that begin with the fields of another one (`...`).

export function withLine({ name, kind, from }: Reference, line: number): LocatedReference {
  return from === undefined ? { name, kind, line } : { name, kind, from, line };
}

export function withoutLine({ name, kind, from }: LocatedReference): Reference {
  return from === undefined ? { name, kind } : { name, kind, from };
}

// One way to make a segment, and the small facts about a line that every line-based chunker asks
// for. No parsing here.

const TAB = 4;
const MAX_SIGNATURE = 240;
const MAX_DOC = 2000;

/** @param startLine 1-based, inclusive, like `endLine` */
export function segmentOf(startLine: number, endLine: number, fields: Partial<Segment> = {}): Segment {
  const segment: Segment = {
    startLine,
    endLine,
    kind: 'text',
    symbol: '',
    scope: [],
    signature: '',
    nodeType: 'lines',
    doc: '',
    defines: [],
    references: [],
    children: [],
  };
  return Object.assign(segment, fields);
}

/**
 * The lines as people see them: without the \r of CRLF and without a byte-order mark. Index 0 is
 * line 1.
 */
export function nonBlankLines(source: Source): string[] {
  const lines = source.lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines[0]?.startsWith('\ufeff')) lines[0] = lines[0].slice(1);
  return lines;
}

/** Columns of white space before the text, a tab counted as four; -1 for a blank line. */
export function indentOf(line: string): number {
  let columns = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 32) columns++;
    else if (code === 9) columns += TAB;
    else return code > 32 && code < 128 ? columns : line.trim() === '' ? -1 : columns;
  }
  return -1;
}

/** A declaration on one line, without the brace that opens its body. */
export function signatureOfSegment(text: string): string {
  const line = text
    .slice(0, 4 * MAX_SIGNATURE)
    .split(/\s+/)
    .join(' ')
    .trim();
  const open = line.endsWith('{') ? line.slice(0, -1).trimEnd() : line;
  return open.length > MAX_SIGNATURE ? `${open.slice(0, MAX_SIGNATURE)}…` : open;
}

const MARKS =
  /^(?:<!--+|<#|#>|\/\*+!?|\*+\/|\*(?!\*)|\/{2,}!?|#+['!]?|--+(?: [|^])?|;+|%+!?|\{-+[|^]?|"""|'''|=begin\b|=end\b|\(\*+)\s?/;
const ENDS = /(?:\*\/|-\}|"{3}|'{3}|-->|#>)$/;

/** Returns what comment lines say: marks and rules (`-----`) taken off. */
export function docOfSegment(lines: readonly string[]): string {
  const text = lines
    .slice(0, 200)
    .map((line) => line.trim().slice(0, MAX_DOC).replace(MARKS, '').trimEnd().replace(ENDS, '').trimEnd())
    .filter((line) => !/^[-=*#/~_+]{3,}$/.test(line));
  return text.join('\n').trim().slice(0, MAX_DOC);
}

const MAX_REFERENCES = 200;

/**
 * Puts each reference into the innermost segment that holds its line, once. References on no
 * segment's line are dropped.
 */
export function placeReferences(segments: Segment[], references: readonly LocatedReference[]): void {
  const sorted = [...references].sort((a, b) => a.line - b.line);
  let at = 0;
  for (const segment of segments) {
    while (at < sorted.length && sorted[at]!.line < segment.startLine) at++;
    const first = at;
    while (at < sorted.length && sorted[at]!.line <= segment.endLine) at++;
    if (first === at) continue;
    const inside = sorted.slice(first, at);
    placeReferences(segment.children, inside);
    const own = segment.children.length === 0 ? inside : inside.filter(({ line }) => !isInside(segment.children, line));
    const known = new Set(segment.references.map(segmentKey));
    for (const reference of own) {
      const key = segmentKey(reference);
      if (reference.kind === 'call' && reference.name === segment.symbol) continue;
      if (known.has(key) || known.size >= MAX_REFERENCES) continue;
      known.add(key);
      segment.references.push(withoutLine(reference));
    }
  }
}

/** @param segments sorted, disjoint */
function isInside(segments: Segment[], line: number): boolean {
  let low = 0;
  let high = segments.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle]!;
    if (line < segment.startLine) high = middle - 1;
    else if (line > segment.endLine) low = middle + 1;
    else return true;
  }
  return false;
}

// A blob as the chunkers see it: its bytes, its text, where its lines start, and the line of an
// offset. It stops at decoding: nothing is parsed here.

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
  /** By pattern, then by line: the first column, or -1 for none. Lines come in any order. */
  const firsts = new Map<RegExp, Int32Array>();
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
    let known = firsts.get(pattern);
    if (known === undefined) {
      known = new Int32Array(lines.length + 1).fill(UNKNOWN);
      firsts.set(pattern, known);
    }
    if (known[line] === UNKNOWN) known[line] = (lines[line - 1] ?? '').search(pattern);
    return known[line] === -1 ? Number.POSITIVE_INFINITY : starts[line - 1]! + known[line]!;
  }
}

const UNKNOWN = -2;
