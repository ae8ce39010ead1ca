/**
 * Turns segments into pieces, a flat list that covers the source in order, and pieces into groups.
 * Each group becomes one chunk, or the parts of one. Groups are cut before a definition and after
 * one of at least `minLines`.
 */

import { isBlank, LIMITS, type Segment, type Source } from './segment.ts';

interface Piece {
  startLine: number;
  endLine: number;
  /** Null for a gap. */
  segment: Segment | null;
  /** The definition that this piece is a member or gap of, null at the top level. */
  owner: Segment | null;
  /** True for the part of a segment before its first member. */
  header: boolean;
  /**
   * True if no chunk may continue into this piece: it or the one before belongs to a definition
   * that was cut.
   */
  barrier: boolean;
}

/**
 * Definitions whose members have bodies. They are cut earlier than functions and mere declarations,
 * which are read as a whole.
 */
const CONTAINERS: ReadonlySet<string> = new Set(['class', 'module', 'object', 'section']);

/**
 * Returns segments that are sorted and inside of [from, to]. Siblings are on different lines,
 * children inside of their parents. A segment without a line of its own is dropped.
 */
export function normaliseSegments(segments: Segment[], from: number, to: number): Segment[] {
  const out: Segment[] = [];
  let free = from;
  for (const segment of [...segments].sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine)) {
    const startLine = Math.max(segment.startLine, free);
    const endLine = Math.min(segment.endLine, to);
    if (startLine > endLine) continue;
    const children = normaliseSegments(segment.children, startLine, endLine);
    const { kind, symbol, scope, signature, nodeType, doc, defines, references } = segment;
    out.push({ startLine, endLine, kind, symbol, scope, signature, nodeType, doc, defines, references, children });
    free = endLine + 1;
  }
  return out;
}

/** @param segments from `normaliseSegments` */
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

/**
 * Returns the children at which a segment may be cut. The segment keeps its first line, and a
 * function is not cut at small children.
 */
function membersOf(segment: Segment): Segment[] {
  const members = lifted(segment.children, segment.startLine);
  return CONTAINERS.has(segment.kind) ? members : members.filter((member) => sizeOf(member) >= LIMITS.minLines);
}

/** A child that starts on the first line is replaced by its own children. */
function lifted(children: Segment[], startLine: number): Segment[] {
  return children.flatMap((child) => (child.startLine > startLine ? [child] : lifted(child.children, startLine)));
}

function roomOf(segment: Segment): number {
  return CONTAINERS.has(segment.kind) ? LIMITS.wholeLines : LIMITS.maxLines;
}

/**
 * True for a variable that is too small to be read alone: it neither ends a header nor begins a
 * chunk.
 */
function isSmallVariable(segment: Segment): boolean {
  return segment.kind === 'constant' && sizeOf(segment) < LIMITS.minLines;
}

export function sizeOf(range: { startLine: number; endLine: number }): number {
  return range.endLine - range.startLine + 1;
}

// Turns pieces into groups, each of which becomes one chunk, or the parts of one. A cut before a
// definition, or after one of at least `minLines`, is kept if the current group has `minLines` or
// the next piece is large.

/** Successive pieces, at least one. */
export type Group = Piece[];

export function groupPieces(source: Source, pieces: Piece[]): Group[] {
  const groups: Group[] = [];
  let running: Group = [];
  for (const piece of pieces) {
    if (running.length > 0 && isCut(source, running, piece)) {
      close(groups, running);
      running = [];
    }
    running.push(piece);
  }
  if (running.length > 0) close(groups, running);
  return groups;
}

function isCut(source: Source, running: Group, next: Piece): boolean {
  const last = running.at(-1)!;
  const size = sizeOf(spanOf(running));
  const small = size < LIMITS.minLines;
  if (next.barrier) return !(next.header && small && leadsInto(running, next));
  if (last.header && sizeOf(last.segment!) > LIMITS.maxLines) return !(small && isNamespace(last));
  if (sizeOf(next) > LIMITS.maxLines) return !(small && onlyGaps(running));
  const together = spanOf([running[0]!, next]);
  const slack = small && sizeOf(next) <= LIMITS.maxLines ? LIMITS.minLines : 0;
  if (sizeOf(together) > LIMITS.maxLines + slack || bytesOf(source, together) > LIMITS.maxBytes) return true;
  const begins = next.segment !== null && !isSmallVariable(next.segment);
  const ended = last.segment !== null && sizeOf(last) >= LIMITS.minLines;
  if (!begins && !ended) return size >= LIMITS.targetLines;
  if (!ended && sizeOf(next) < LIMITS.minLines) return size >= LIMITS.groupLines;
  return size >= (onlyGaps(running) ? gapRoom(running) : LIMITS.minLines);
}

/**
 * A few lines outside of definitions, such as a closing brace, join the group before if it has
 * room.
 */
function close(groups: Group[], group: Group): void {
  const before = groups.at(-1);
  const joins =
    before !== undefined &&
    onlyGaps(group) &&
    sizeOf(spanOf(group)) < gapRoom(group) &&
    (before.at(-1)!.owner === group[0]!.owner || isInside(before, group)) &&
    sizeOf(spanOf([...before, ...group])) <= LIMITS.maxLines + LIMITS.minLines;
  if (joins) before.push(...group);
  else groups.push(group);
}

/**
 * Returns the most lines of a gap that still joins its neighbours: many between members, a few
 * between top-level definitions.
 */
function gapRoom(group: Group): number {
  return group[0]!.owner === null ? LIMITS.minLines : LIMITS.groupLines;
}

/**
 * True if the group before belongs to a member that was cut itself: `}` `}` at the end of nested
 * classes.
 */
function isInside(before: Group, group: Group): boolean {
  const owner = group[0]!.owner;
  return owner !== null && before[0]!.startLine > owner.startLine;
}

/** True for imports above a class, or the line that opens its namespace: they stay with it. */
function leadsInto(running: Group, next: Piece): boolean {
  return running.every((piece) => isNamespace(piece) || (piece.segment === null && isAround(piece.owner, next)));
}

function isAround(owner: Piece['owner'], next: Piece): boolean {
  return owner === null || (owner.startLine <= next.startLine && next.endLine <= owner.endLine);
}

function isNamespace(piece: Piece): boolean {
  return piece.header && piece.segment?.kind === 'module';
}

function onlyGaps(group: Group): boolean {
  return group.every((piece) => piece.segment === null);
}

export function spanOf(group: Group): { startLine: number; endLine: number } {
  return { startLine: group[0]!.startLine, endLine: group.at(-1)!.endLine };
}

function bytesOf(source: Source, span: { startLine: number; endLine: number }): number {
  return source.lineStarts[span.endLine]! - source.lineStarts[span.startLine - 1]!;
}
