/**
 * Cuts text of unknown structure into pieces of readable size. It is cut at blank lines that are
 * followed by the lowest indentation, so that indented blocks stay whole. Only a piece that is too
 * large is cut again, one level deeper.
 */

import { indentOf, isCloser, LIMITS, type LocatedReference, type Segment, segmentOf } from './segment.ts';

type Range = readonly [from: number, to: number];

/** @param lines all lines of the source; `from` and `to` are 1-based, inclusive */
export function paragraphs(lines: readonly string[], from: number, to: number): Segment[] {
  const packed: [number, number][] = [];
  for (const [start, end] of paragraphRanges(lines, [from, to])) {
    const last = packed.at(-1);
    const together = last === undefined ? Number.POSITIVE_INFINITY : end - last[0] + 1;
    const room = LIMITS.targetLines + (end - start + 1 < LIMITS.minLines ? LIMITS.minLines : 0);
    if (together <= room) last![1] = end;
    else packed.push([start, end]);
  }
  return packed.map(([start, end]) => segmentOf(start, end));
}

/**
 * Fills gaps between segments with paragraphs. A small gap is left to `chunksFrom`, which joins it
 * with its neighbours, unless it has references, which only a segment can hold.
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
    for (const piece of pieces) if (pieces.length > 1 || hasReference(piece)) out.push(piece);
  }

  function hasReference(piece: Segment): boolean {
    for (let line = piece.startLine; line <= piece.endLine; line++) if (mentioned.has(line)) return true;
    return false;
  }
}

/**
 * Returns the smallest pieces in order: whole paragraphs, or blocks of paragraphs if those inside
 * are indented.
 */
function paragraphRanges(lines: readonly string[], [from, to]: Range): Range[] {
  const indents = Int32Array.from({ length: Math.max(0, to - from + 1) }, (_, index) =>
    indentOf(lines[from - 1 + index]!),
  );
  const indentAt = (line: number) => indents[line - from]!;
  const out: Range[] = [];
  const pending: Range[] = [[from, to]];
  while (pending.length > 0) {
    const piece = trimmed(pending.pop()!);
    if (piece === null) continue;
    const starts = startsOf(piece);
    if (starts.length === 0) out.push(piece);
    else for (const part of cutAt(piece, starts).reverse()) pending.push(part);
  }
  return out;

  function trimmed([first, last]: Range): Range | null {
    let start = first;
    let end = last;
    while (start <= end && indentAt(start) === -1) start++;
    while (start <= end && indentAt(end) === -1) end--;
    return start > end ? null : [start, end];
  }

  /**
   * Returns the lines at which a piece is cut: those with the least indentation after a blank line.
   */
  function startsOf([first, last]: Range): number[] {
    let lowest = Number.POSITIVE_INFINITY;
    let starts: number[] = [];
    for (let line = first + 1; line <= last; line++) {
      const indent = indentAt(line);
      if (indent === -1 || indent > lowest || indentAt(line - 1) !== -1 || isCloser(lines[line - 1]!)) continue;
      if (indent < lowest) {
        lowest = indent;
        starts = [];
      }
      starts.push(line);
    }
    const isBlock = indentAt(first) < lowest;
    return isBlock && last - first < LIMITS.maxLines ? [] : starts;
  }
}

function cutAt([from, to]: Range, starts: number[]): Range[] {
  return [from, ...starts].map((start, index) => [start, (starts[index] ?? to + 1) - 1] as const);
}
