/**
 * The chunks of all files in one order. Vendored copies, generated twins: of chunks that say the same, the best is ranked,
 * and the others stand beside it. Pure.
 */
import type { Likeness } from './alike.ts';
import type { FusedFile } from './fuse.ts';
import type { ShownText } from './placeChunk.ts';
import type { RetrievedChunk } from './retrieve.ts';
import type { Feature } from './weights.ts';
export interface Selected {
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
