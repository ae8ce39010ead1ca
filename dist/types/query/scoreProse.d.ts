/**
 * What commentary says for its chunk: by words and by vector, each row by itself, so that nothing depends on what else is
 * described. Its words weigh as they do in the view's code; one that no code holds is the rarest of all. Pure.
 */
import type { Query } from './readQuery.ts';
import { type Frequencies } from './scoreWords.ts';
export interface ScoredProse {
    contentHash: string;
    /** BM25, ≥ 0. */
    words: number;
    /** How much of the query it holds, 0 to 1. */
    coverage: number;
    /** Cosine with the query; 0 where vectors are not asked for. */
    cosine: number;
}
/** @param vector the query's unit vector, null to leave vectors out */
export declare function scoreProse(rows: readonly {
    contentHash: string;
    words: string;
    vector: Float32Array;
}[], query: Query, statistics: Frequencies, { words, vector }: {
    words: boolean;
    vector: Float32Array | null;
}): ScoredProse[];
