/**
 * Segments to pieces: a flat list that covers the source in order. A piece is a whole definition, the header of a
 * definition that is cut at its members, or a gap that no definition covers.
 */
import { type Segment } from './segmentsModel.ts';
import { type Source } from './source.ts';
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
/** Sorted, inside [from, to], siblings on lines of their own, children inside their parents. What has no line of its own left is dropped. */
export declare function normaliseSegments(segments: Segment[], from: number, to: number): Segment[];
/** @param segments as `normaliseSegments` returns them */
export declare function piecesOf(source: Source, segments: Segment[]): Piece[];
/** Too small to be read alone: it neither ends a header nor begins a chunk. */
export declare function isSmallVariable(segment: Segment): boolean;
export declare function sizeOf(range: {
    startLine: number;
    endLine: number;
}): number;
