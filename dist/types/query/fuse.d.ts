/**
 * One score for each chunk and file from what the retrievers found. Scores are divided by the best of the query and
 * added: reciprocal rank fusion throws the gaps away and measured .03 worse. Pure; the same numbers in, the same order out.
 */
import { type Penalised } from './fileFeatures.ts';
import type { RetrievedChunk } from './retrieve.ts';
/** One table, round numbers; docs/retrieval.md says how each was measured. */
export interface Weights {
    words: number;
    /** Best chunk + 1/2 second + 1/4 third of a file, by cosine. */
    vectors: number;
    /** The file's best chunk alone, by cosine. */
    bestVector: number;
    /** How much of the file name the query asks for. */
    name: number;
    /** The chunk defines an identifier of the query. */
    symbol: number;
    /** Taken off for what explains code and is not it, unless the query asks for it. */
    test: number;
    example: number;
    legacy: number;
    prose: number;
    /** Taken off for each folder more than the shallowest candidate has. */
    depth: number;
}
export declare const WEIGHTS: Weights;
export interface FusedFile {
    path: string;
    score: number;
    /** Best first. */
    chunks: FusedChunk[];
}
export interface FusedChunk {
    chunk: RetrievedChunk;
    /** Within its file: what the chunk itself contributes, for choosing which one to show. */
    own: number;
}
/** @returns files, best first, ties by path in code units */
export declare function fuse(chunks: readonly RetrievedChunk[], meanCosine: number, weights: Weights, asked: ReadonlySet<Penalised>): FusedFile[];
