/**
 * Segments, which every parser returns, the sizes of chunks, and small facts about lines for all
 * line-based chunkers. Nothing is parsed here.
 */

import { countWhile, getOrMake } from '../base/lists.ts';
import type { Chunk, Definition, Reference } from '../base/types.ts';
import type { FoundSecret } from '../secrets/redact.ts';
import { decodeText } from '../secrets/text.ts';

/**
 * A definition or section that a parser found: whole lines, 1-based and inclusive. Segments may be
 * nested and leave gaps.
 */
export interface Segment extends Pick<Chunk, 'kind' | 'symbol' | 'scope' | 'signature' | 'nodeType'> {
  /** The first line, of the comments and decorators above the definition if there are any. */
  startLine: number;
  endLine: number;
  doc: string;
  /** The definitions of the segment itself, without those of its children. */
  defines: Definition[];
  /**
   * The references of the segment itself, without those of its children. If their lines are known,
   * `chunksFrom` gets them separately.
   */
  references: Reference[];
  /** Members, at which a segment that is too large may be cut. */
  children: Segment[];
}

export interface LocatedReference extends Reference {
  line: number;
}

/**
 * These sizes were measured: for retrieval, definitions as chunks of 5 to 80 lines are better than
 * windows of 50 lines.
 */
export const LIMITS = {
  /**
   * A chunk with fewer lines continues into the next definition. A variable or field with fewer
   * lines is never a cut.
   */
  minLines: 5,
  /** Definitions of fewer than `minLines` are grouped until they have this many lines together. */
  groupLines: 15,
  /** A class of at most so many lines stays whole; most of its members would be grouped again. */
  wholeLines: 20,
  /** The size of pieces of unstructured lines, and of parts. */
  targetLines: 50,
  /** Longer definitions are cut at their members, or into parts. */
  maxLines: 80,
  maxBytes: 16_384,
  /** Lines that two neighbouring parts of a definition share. */
  overlapLines: 5,
} as const;

export function segmentKey(reference: Reference): string {
  return `${reference.kind} ${reference.name} ${reference.from ?? ''}`;
}

// All fields are written out: V8 takes ten times as long to make an object with `...`, and millions
// are made.

export function withLine({ name, kind, from }: Reference, line: number): LocatedReference {
  return from === undefined ? { name, kind, line } : { name, kind, from, line };
}

export function withoutLine({ name, kind, from }: LocatedReference): Reference {
  return from === undefined ? { name, kind } : { name, kind, from };
}

// Makes segments of lines, and tells small facts about lines that all line-based chunkers need.

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

/** Returns the lines without the \r of CRLF and without a byte-order mark. Index 0 is line 1. */
export function nonBlankLines(source: Source): string[] {
  const lines = source.lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines[0]?.startsWith('\ufeff')) lines[0] = lines[0].slice(1);
  return lines;
}

/** Matches a text that is not blank. */
export const FILLED = /\S/;

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

/** True for a line that begins by closing something. */
export function isCloser(line: string): boolean {
  return /^\s*[)\]}]/.test(line);
}

/** Returns a declaration on one line, without the brace that opens its body. */
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

/** Returns the text of comment lines, without marks and rules (`-----`). */
export function docOfSegment(lines: readonly string[]): string {
  const text = lines
    .slice(0, 200)
    .map((line) => line.trim().slice(0, MAX_DOC).replace(MARKS, '').trimEnd().replace(ENDS, '').trimEnd())
    .filter((line) => !/^[-=*#/~_+]{3,}$/.test(line));
  return text.join('\n').trim().slice(0, MAX_DOC);
}

const MAX_REFERENCES = 200;

/** Puts each reference into the innermost segment that holds its line. Others are dropped. */
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
  const segment = segments[countWhile(segments.length, (at) => segments[at]!.endLine < line)];
  return segment !== undefined && segment.startLine <= line;
}

// A blob for the chunkers: its bytes, its text, its lines, and the line of an offset. Nothing is
// parsed here.

export interface Source {
  /** Secrets are overwritten with text of the same length. */
  bytes: Uint8Array;
  secrets: FoundSecret[];
  text: string;
  /** Without \n; a \r before it is kept. A \n at the end begins no further line. */
  lines: string[];
  /** The byte offset of each line, and at the end the blob's length. */
  lineStarts: number[];
  /** The bytes of a \n: 2 in UTF-16. */
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

/** True for a line that need not be in a chunk. `line` is 1-based. */
export function isBlank(source: Source, line: number): boolean {
  return (source.lines[line - 1] ?? '').trim() === '';
}

/** Returns the byte offset of the end of a line, without its \n. `line` is 1-based. */
export function endOfLine(source: Source, line: number): number {
  const next = source.lineStarts[line]!;
  return line < source.lines.length || source.text.endsWith('\n') ? next - source.newline : next;
}

// Converts offsets to lines. Parsers tell only offsets, or are slow to tell lines (each answer of
// tree-sitter is a call into WebAssembly). A line may have a megabyte and a hundred thousand items,
// so nothing here may scan a line for each of them.

/** Offsets are UTF-16 code units. */
export interface LineIndex {
  /** Returns the 1-based line of an offset. */
  lineAt(offset: number): number;
  /** Returns the offset at which an offset's line begins. */
  startAt(offset: number): number;
  /**
   * Returns the offset of the first match of a pattern (without flags) in that line; infinite
   * without a match.
   */
  firstAt(offset: number, pattern: RegExp): number;
}

/** @param lines of a text, split at \n */
export function indexLines(lines: readonly string[]): LineIndex {
  const starts: number[] = [];
  /**
   * For each pattern and line the first column, or -1 for none. Lines are asked for in any order.
   */
  const firsts = new Map<RegExp, Int32Array>();
  let next = 0;
  /** Offsets are mostly asked for in order. */
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
    const known = getOrMake(firsts, pattern, () => new Int32Array(lines.length + 1).fill(UNKNOWN));
    if (known[line] === UNKNOWN) known[line] = (lines[line - 1] ?? '').search(pattern);
    return known[line] === -1 ? Number.POSITIVE_INFINITY : starts[line - 1]! + known[line]!;
  }
}

const UNKNOWN = -2;
