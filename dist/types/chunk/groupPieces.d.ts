/** Segments to pieces, a flat list that covers the source in order, and pieces to groups, each of which becomes one chunk or the
 * parts of one. A cut stands where a definition begins and after one of at least `minLines`. */
import { type Segment } from './segment.ts';
import { type Source } from './source.ts';
interface Piece {
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
export declare function sizeOf(range: {
    startLine: number;
    endLine: number;
}): number;
/** Pieces that follow one another; never empty. */
export type Group = Piece[];
export declare function groupPieces(source: Source, pieces: Piece[]): Group[];
export declare function spanOf(group: Group): {
    startLine: number;
    endLine: number;
};
export {};
