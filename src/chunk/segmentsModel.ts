/** What a parser hands over and how large chunks may be: shared by the modules that turn segments into chunks. */

import type { ChunkKind, Definition, Reference } from '../base/types.ts';

/** A definition or section found by a parser: whole lines, 1-based inclusive; may nest; may leave gaps. */
export interface Segment {
  /** With the comments and decorators above the definition. */
  startLine: number;
  endLine: number;
  kind: ChunkKind;
  symbol: string;
  /** Names of the enclosing definitions or headings, outermost first. */
  scope: string[];
  signature: string;
  nodeType: string;
  doc: string;
  /** What the segment itself introduces, without what its children do. */
  defines: Definition[];
  /** What the segment itself mentions, without what its children do. Where lines are known, `chunksFrom` takes them beside. */
  references: Reference[];
  /** Members: where a segment that is too large may be cut. */
  children: Segment[];
}

export interface LocatedReference extends Reference {
  line: number;
}

/** Measured for retrieval: definitions as chunks of 5 to 80 lines beat windows of 50 lines. */
export const LIMITS = {
  /** A smaller running chunk goes on into the next definition; a smaller variable or field never cuts. */
  minLines: 5,
  /** Definitions under `minLines` are grouped until they are this many together. */
  groupLines: 15,
  /** A class of at most this many lines stays whole; its members would mostly be grouped again. */
  wholeLines: 20,
  /** What lines without structure, and parts, are cut at. */
  targetLines: 50,
  /** Longer definitions are cut at their members, else into parts. */
  maxLines: 80,
  maxBytes: 16_384,
  /** Shared by two neighbouring parts of one definition. */
  overlapLines: 5,
} as const;

export function keyOf(reference: Reference): string {
  return `${reference.kind} ${reference.name} ${reference.from ?? ''}`;
}
