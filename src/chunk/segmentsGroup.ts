/**
 * Pieces to groups, each of which becomes one chunk (or the parts of one). A cut stands where a definition begins and
 * after one of at least `minLines`; it is kept when the running group has `minLines` or the next piece is large.
 */

import { LIMITS } from './segmentsModel.ts';
import { isSmallVariable, type Piece, sizeOf } from './segmentsPieces.ts';
import type { Source } from './source.ts';

/** Pieces that follow one another; never empty. */
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

/** A few lines of no definition (a closing brace) go to the group before rather than stand alone, if it has room. */
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

/** What lies between members joins them; what lies between definitions of the file only while it is a few lines. */
function gapRoom(group: Group): number {
  return group[0]!.owner === null ? LIMITS.minLines : LIMITS.groupLines;
}

/** True where the group before belongs to a member that was cut itself: `}` `}` at the end of nested classes. */
function isInside(before: Group, group: Group): boolean {
  const owner = group[0]!.owner;
  return owner !== null && before[0]!.startLine > owner.startLine;
}

/** Imports above a class, or the line that opens its namespace: with it rather than alone. */
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
