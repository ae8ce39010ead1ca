/**
 * Pieces to groups, each of which becomes one chunk (or the parts of one). A cut stands where a definition begins and
 * after one of at least `minLines`; it is kept when the running group has `minLines` or the next piece is large.
 */
import { type Piece } from './segmentsPieces.ts';
import type { Source } from './source.ts';
/** Pieces that follow one another; never empty. */
export type Group = Piece[];
export declare function groupPieces(source: Source, pieces: Piece[]): Group[];
export declare function spanOf(group: Group): {
    startLine: number;
    endLine: number;
};
