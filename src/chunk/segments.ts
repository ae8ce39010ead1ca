/**
 * Segments to chunks: what a parser found becomes chunks that cover every line. Whatever the parser left out or got
 * wrong, coverage is guaranteed here, for every kind of content.
 */

import type { Chunk, ChunkKind, Definition, Reference } from '../types.ts';
import { endOfLine, isBlank, type Source } from './source.ts';

/** A definition or section found by a parser: whole lines, 1-based inclusive; may nest; may leave gaps. */
export interface Segment {
  startLine: number;
  endLine: number;
  kind: ChunkKind;
  symbol: string;
  /** Names of the enclosing definitions or headings, outermost first. */
  scope: string[];
  signature: string;
  nodeType: string;
  doc: string;
  defines: Definition[];
  references: Reference[];
  /** Members: where a segment that is too large may be cut. */
  children: Segment[];
}

export const LIMITS = {
  /** Smaller neighbours are grouped. */
  minLines: 5,
  /** What groups of small neighbours grow to, and what lines without structure are cut at. */
  targetLines: 50,
  /** Longer definitions are cut at their members, else into parts. */
  maxLines: 80,
  maxBytes: 16_384,
  /** Shared by two parts of one definition that has no members to cut at. */
  overlapLines: 5,
} as const;

/** @param segments in any order; those outside the source are ignored */
export function chunksFrom(source: Source, segments: Segment[]): Chunk[] {
  const chunks: Chunk[] = [];
  let next = 1;
  for (const segment of [...segments].sort((a, b) => a.startLine - b.startLine)) {
    if (segment.startLine < next) continue;
    add(next, segment.startLine - 1, null);
    add(segment.startLine, segment.endLine, segment);
    next = segment.endLine + 1;
  }
  add(next, source.lines.length, null);
  return chunks;

  function add(from: number, to: number, segment: Segment | null): void {
    let start = from;
    let end = Math.min(to, source.lines.length);
    while (start <= end && isBlank(source, start)) start++;
    while (start <= end && isBlank(source, end)) end--;
    if (start > end) return;
    chunks.push({
      kind: segment?.kind ?? 'text',
      symbol: segment?.symbol ?? '',
      scope: segment?.scope ?? [],
      signature: segment?.signature ?? '',
      nodeType: segment?.nodeType ?? 'lines',
      startLine: start,
      endLine: end,
      startByte: source.lineStarts[start - 1]!,
      endByte: endOfLine(source, end),
      part: 1,
      parts: 1,
      parentChunk: '',
      text: source.lines.slice(start - 1, end).join('\n'),
      doc: segment?.doc ?? '',
      defines: segment?.defines ?? [],
      references: segment?.references ?? [],
    });
  }
}
