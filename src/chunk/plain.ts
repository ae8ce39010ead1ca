/**
 * Text without structure that we know: pieces of a readable size. Cut at blank lines that are followed by the lowest
 * indentation, so that an indented block stays whole; only a piece that is too large is cut again, one level deeper.
 */

import { indentOf, segmentOf } from './plain-segment.ts';
import { LIMITS, type LocatedReference, type Segment } from './segments.ts';

type Range = readonly [from: number, to: number];

/** @param lines all lines of the source; `from` and `to` are 1-based, inclusive */
export function paragraphs(lines: readonly string[], from: number, to: number): Segment[] {
  const packed: [number, number][] = [];
  for (const [start, end] of paragraphRanges(lines, [from, to])) {
    const last = packed.at(-1);
    const together = last === undefined ? Number.POSITIVE_INFINITY : end - last[0] + 1;
    const room = end - start + 1 < LIMITS.minLines ? LIMITS.maxLines : LIMITS.targetLines;
    if (together <= room) last![1] = end;
    else packed.push([start, end]);
  }
  return packed.map(([start, end]) => segmentOf(start, end));
}

/**
 * Adds paragraphs where segments leave room. A small gap is left to `chunksFrom`, which joins it with its neighbours,
 * unless it holds references: only a segment can carry them.
 *
 * @param segments sorted, disjoint
 */
export function fillGaps(
  lines: readonly string[],
  segments: Segment[],
  references: readonly LocatedReference[],
): Segment[] {
  const mentioned = new Set(references.map(({ line }) => line));
  const out: Segment[] = [];
  let next = 1;
  for (const segment of segments) {
    fill(next, segment.startLine - 1);
    out.push(segment);
    next = segment.endLine + 1;
  }
  fill(next, lines.length);
  return out;

  function fill(from: number, to: number): void {
    if (from > to) return;
    const pieces = paragraphs(lines, from, to);
    const wanted = (piece: Segment) => pieces.length > 1 || hasReference(piece);
    out.push(...pieces.filter(wanted));
  }

  function hasReference(piece: Segment): boolean {
    for (let line = piece.startLine; line <= piece.endLine; line++) if (mentioned.has(line)) return true;
    return false;
  }
}

/** The smallest pieces, in order: whole paragraphs, or blocks of them where the paragraphs inside are indented. */
function paragraphRanges(lines: readonly string[], range: Range): Range[] {
  const out: Range[] = [];
  const pending: Range[] = [range];
  while (pending.length > 0) {
    const piece = trimmed(lines, pending.pop()!);
    if (piece === null) continue;
    const starts = startsOf(lines, piece);
    if (starts.length === 0) out.push(piece);
    else pending.push(...cutAt(piece, starts).reverse());
  }
  return out;
}

function trimmed(lines: readonly string[], [from, to]: Range): Range | null {
  let start = from;
  let end = to;
  while (start <= end && lines[start - 1]!.trim() === '') start++;
  while (start <= end && lines[end - 1]!.trim() === '') end--;
  return start > end ? null : [start, end];
}

/** The lines at which a piece is cut: those after a blank line that are indented least. */
function startsOf(lines: readonly string[], [from, to]: Range): number[] {
  let lowest = Number.POSITIVE_INFINITY;
  let starts: number[] = [];
  for (let line = from + 1; line <= to; line++) {
    const indent = indentOf(lines[line - 1]!);
    if (indent === -1 || indent > lowest || indentOf(lines[line - 2]!) !== -1 || isCloser(lines[line - 1]!)) continue;
    if (indent < lowest) {
      lowest = indent;
      starts = [];
    }
    starts.push(line);
  }
  const isBlock = indentOf(lines[from - 1]!) < lowest;
  return isBlock && to - from < LIMITS.maxLines ? [] : starts;
}

function isCloser(line: string): boolean {
  return ')]}'.includes(line.trimStart()[0] ?? ' ');
}

function cutAt([from, to]: Range, starts: number[]): Range[] {
  return [from, ...starts].map((start, index) => [start, (starts[index] ?? to + 1) - 1] as const);
}
