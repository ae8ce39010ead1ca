/** How much two chunks say the same: by their words, and by their vectors where there are any. Pure. */
import type { ScoredRow } from './retrieve.ts';
/** Remembers the words of the rows that it has seen: make one for each search. */
export interface Likeness {
    /** Same words in the same order. */
    isIdentical(a: ScoredRow, b: ScoredRow): boolean;
    /** Jaccard of their words is at least `least`, 0 to 1. */
    isAlike(a: ScoredRow, b: ScoredRow, least: number): boolean;
    /** Cosine, or Jaccard of the words where there are no vectors: 0 to 1. */
    similarity(a: ScoredRow, b: ScoredRow): number;
}
export declare function createLikeness(): Likeness;
