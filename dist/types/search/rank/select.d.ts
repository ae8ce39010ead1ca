/**
 * It chooses the chunks that are shown, and their order: by score, one for those that say the same, further ones of a file where they
 * hold up, and unlike ones first where that is asked for (Carbonell, Goldstein: The Use of MMR, 1998). Pure.
 */
import type { ScoredRow } from '../../view/searchedView.ts';
import type { RetrievedChunk } from '../retrieve.ts';
import type { ShownText } from '../show/placeChunk.ts';
import type { FusedFile } from './fuse.ts';
import type { Feature } from './weights.ts';
export type { Selected };
export interface Selection {
    /** In their final order: score, then path in code units, then line. At most what `limit` results can be made of. */
    ranked: Selected[];
    /** Whether there are more behind them. */
    more: boolean;
}
export interface SelectOptions {
    /** Results wanted. Lines that a better chunk shows already are shown once, so that some chunks give none. */
    limit: number;
    /** How much unlikeness to the results before it counts, 0 to 1; 0 for the order of the scores. */
    diversity: number;
    /** No score is higher: that of what is ranked before all of these. */
    above?: number;
}
/** The order does not depend on the limit: it says where the order is cut. */
export declare function select(files: readonly FusedFile[], options: SelectOptions): Selection;
export declare function noHigher(one: Selected, above: number): Selected;
/** The first chunk of a file is always shown: with those of `limit` files there are enough. @returns how many chunks that are */
export declare function endOf<T>(ranked: readonly T[], limit: number, fileOf: (one: T) => string): number;
interface Selected {
    chunk: RetrievedChunk;
    score: number;
    /** The score of the ranking, where a reranker's took its place. */
    fused?: number;
    /** Of its file, before weights. */
    features: Record<Feature, number>;
    /** Chunks that say the same, ranked below it. */
    alike?: RetrievedChunk[];
    /** Asked for by name, not found: whole files and declarations, which are no chunks. */
    included?: ShownText;
}
/** Jaccard of their words. No set of the benchmarks loses by folding at 1, .95 or .9; at .8 one does. */
export declare const NEARLY_THE_SAME = 0.9;
/** These many of the best are compared with each other, however many are asked for. */
export declare const COMPARED = 200;
/**
 * @param limit files that are read to, where there are that many; it only says where to stop
 * @returns by score, then path in code units, then line, at least COMPARED where there are that many; `more`: whether chunks
 * are left
 */
export declare function rankChunks(files: readonly FusedFile[], likeness: Likeness, limit: number): {
    ranked: Selected[];
    more: boolean;
};
/**
 * @param ranked best first, ties in their final order: the best COMPARED are weighed, the others follow as they were
 * @param diversity 0 to 1: next = argmax (1 - diversity) × score / best score - diversity × similarity to the nearest one before
 */
export declare function diversify<T>(ranked: readonly T[], selectedOf: (one: T) => Selected, diversity: number, likeness: Likeness): T[];
/** Remembers the words of the rows that it has seen: make one for each search. */
interface Likeness {
    /** Same words in the same order. */
    isIdentical(a: ScoredRow, b: ScoredRow): boolean;
    /** Jaccard of their words is at least `least`, 0 to 1. */
    isAlike(a: ScoredRow, b: ScoredRow, least: number): boolean;
    /** Cosine, or Jaccard of the words where there are no vectors: 0 to 1. */
    similarity(a: ScoredRow, b: ScoredRow): number;
}
export declare function createLikeness(): Likeness;
