/**
 * One score for each chunk and file from what the retrievers found. Scores are divided by the best of the query and
 * added: reciprocal rank fusion throws the gaps away and measured .03 worse. Pure; the same numbers in, the same order out.
 */
import { type Penalised } from '../../languages/fileFeatures.ts';
import type { RetrievedChunk } from '../retrieve.ts';
import { type Feature, type Weights } from './weights.ts';
export interface FusedFile {
    path: string;
    /** Sum of features × weights. */
    score: number;
    /** Before weights; what speaks against a file is negative. */
    features: Record<Feature, number>;
    /** Best first. */
    chunks: FusedChunk[];
}
export interface FusedChunk {
    chunk: RetrievedChunk;
    /** Within its file: what the chunk itself contributes, for choosing which one to show. */
    own: number;
}
export interface FuseOptions {
    /** The mean cosine of the query and all chunks of the view. */
    meanCosine: number;
    weights: Weights;
    /** Kinds of files that the query asks for. */
    asked: ReadonlySet<Penalised>;
    /** The folder that the caller works in, '' for none. */
    scope: string;
    /** Of all that is ranked together, where that is more than these chunks. */
    among?: Scale;
}
export interface Scale {
    bestCosine: number;
    extremes: Extremes;
}
/** What scores are divided by: the best that any file or chunk has. */
export interface Extremes {
    words: number;
    /** Of a whole file. */
    fileWords: number;
    fileVectors: number;
}
/** @returns the highest cosine, at least the mean */
export declare function bestCosineOf(chunks: readonly RetrievedChunk[], meanCosine: number): number;
/** 0 at the mean, 1 at the best. */
export declare function cosineScale(meanCosine: number, bestCosine: number): (cosine: number) => number;
/** @param aboveMean of cosineScale */
export declare function extremesOf(chunks: readonly RetrievedChunk[], aboveMean: (cosine: number) => number): Extremes;
export declare function scaleOf(chunks: readonly RetrievedChunk[], meanCosine: number): Scale;
/** @returns files, best first, ties by path in code units */
export declare function fuse(chunks: readonly RetrievedChunk[], options: FuseOptions): FusedFile[];
