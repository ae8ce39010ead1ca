/**
 * Segments to pieces: a flat list that covers the source in order. A piece is a whole definition, the header of a
 * definition that is cut at its members, or a gap that no definition covers.
 */

import { LIMITS, type Segment } from './segmentsModel.ts';
import { isBlank, type Source } from './source.ts';

export interface Piece {
  startLine: number;
  endLine: number;
  /** Null for a gap. */
  segment: Segment | null;
  /** The definition whose member or gap this is, null at the top. */
  owner: Segment | null;
  /** True where the piece ends before the first member of its segment. */
  header: boolean;
  /** A chunk never goes on from the piece before into this one: one of them belongs to a definition that was cut. */
  barrier: boolean;
}

/** Definitions whose members have bodies of their own: cut earlier than functions and mere declarations, which are read as one. */
const CONTAINERS: ReadonlySet<string> = new Set(['class', 'module', 'object', 'section']);

/** Sorted, inside [from, to], siblings on lines of their own, children inside their parents. What has no line of its own left is dropped. */
export function normaliseSegments(segments: Segment[], from: number, to: number): Segment[] {
  const out: Segment[] = [];
  let free = from;
  for (const segment of [...segments].sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine)) {
    const startLine = Math.max(segment.startLine, free);
    const endLine = Math.min(segment.endLine, to);
    if (startLine > endLine) continue;
    out.push({ ...segment, startLine, endLine, children: normaliseSegments(segment.children, startLine, endLine) });
    free = endLine + 1;
  }
  return out;
}

/** @param segments as `normaliseSegments` returns them */
export function piecesOf(source: Source, segments: Segment[]): Piece[] {
  const pieces: Piece[] = [];
  addRange(source, pieces, segments, 1, source.lines.length, null);
  return pieces;
}

function addRange(
  source: Source,
  pieces: Piece[],
  segments: Segment[],
  from: number,
  to: number,
  owner: Segment | null,
): void {
  let next = from;
  let barrier = false;
  for (const segment of segments) {
    barrier = add(gap(next, segment.startLine - 1)) ? false : barrier;
    const members = membersOf(segment);
    const cut = members.length > 0 && sizeOf(segment) > roomOf(segment);
    if (cut) {
      const first = (members.find((member) => !isSmallVariable(member)) ?? members[0]!).startLine;
      add({ startLine: segment.startLine, endLine: first - 1, segment, owner, header: true, barrier: true });
      addRange(
        source,
        pieces,
        members.filter((member) => member.startLine >= first),
        first,
        segment.endLine,
        segment,
      );
    } else {
      add({ startLine: segment.startLine, endLine: segment.endLine, segment, owner, header: false, barrier });
    }
    barrier = cut;
    next = segment.endLine + 1;
  }
  add(gap(next, to));

  function gap(startLine: number, endLine: number): Piece {
    return { startLine, endLine, segment: null, owner, header: false, barrier };
  }

  function add(piece: Piece): boolean {
    while (piece.startLine <= piece.endLine && isBlank(source, piece.startLine)) piece.startLine++;
    while (piece.startLine <= piece.endLine && isBlank(source, piece.endLine)) piece.endLine--;
    if (piece.startLine > piece.endLine) return false;
    pieces.push(piece);
    return true;
  }
}

/** Children that leave the segment a first line; a function is not cut at the small ones. */
function membersOf(segment: Segment): Segment[] {
  const members = lifted(segment.children, segment.startLine);
  return CONTAINERS.has(segment.kind) ? members : members.filter((member) => sizeOf(member) >= LIMITS.minLines);
}

/** One that starts on the first line hands its own children up. */
function lifted(children: Segment[], startLine: number): Segment[] {
  return children.flatMap((child) => (child.startLine > startLine ? [child] : lifted(child.children, startLine)));
}

function roomOf(segment: Segment): number {
  return CONTAINERS.has(segment.kind) ? LIMITS.wholeLines : LIMITS.maxLines;
}

/** Too small to be read alone: it neither ends a header nor begins a chunk. */
export function isSmallVariable(segment: Segment): boolean {
  return segment.kind === 'constant' && sizeOf(segment) < LIMITS.minLines;
}

export function sizeOf(range: { startLine: number; endLine: number }): number {
  return range.endLine - range.startLine + 1;
}
