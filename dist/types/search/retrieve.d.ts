/**
 * Candidates and what speaks for each: words, vectors, symbols, paths. The store only brings rows; every number that leaves this
 * module is computed from the caller's view. It knows no ranking.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { Embedder } from '../base/types.ts';
import type { ChunkStore } from '../store/storePort.ts';
import { type RowCache, type ScoredRow, type SearchedFile, type SearchedView } from '../view/searchedView.ts';
import type { Frequencies } from '../view/statistics.ts';
import { type DefinitionScore } from './rank/scoreRows.ts';
import type { Query } from './readQuery.ts';
export interface RetrievedChunk extends DefinitionScore {
    row: ScoredRow;
    path: string;
    status: FileStatus;
    /** BM25F, ≥ 0. */
    words: number;
    /** How much of the query its text holds, 0 to 1. */
    coverage: number;
    /** Cosine with the query, −1 to 1; 0 where vectors are not asked for. */
    cosine: number;
    /** Of the file's name, 0 to 1. */
    name: number;
    /** What its commentary says, where it has any: see scoreProse.ts. */
    prose?: {
        coverage: number;
        cosine: number;
    };
    /** How near it is to better hits, see expand.ts; and what it has to do with them, '' where that does not resolve. */
    near?: {
        score: number;
        reason: string;
    };
}
export interface RetrieveOptions {
    words: boolean;
    /** The query's unit vector, null to leave vectors out. */
    vector: Float32Array | null;
    /** Let vectors only score what the words bring: they know nothing more. */
    lexical: boolean;
    /** How many rows of the view each retriever brings. */
    depth: number;
}
export interface Retrieved {
    chunks: RetrievedChunk[];
    /** Whether a greater depth may bring others. */
    more: boolean;
}
export declare function retrieve(store: ChunkStore, cache: RowCache, query: Query, view: SearchedView, options: RetrieveOptions): Promise<Retrieved>;
/** @param symbols by chunk id; of others nothing is known */
export declare function createScorer(query: Query, statistics: Frequencies, options: RetrieveOptions, symbols: ReadonlyMap<string, DefinitionScore>): (row: ScoredRow, file: SearchedFile) => RetrievedChunk;
export type PathVectors = Map<string, Float32Array>;
/**
 * @param query the query's unit vector
 * @param known vectors of paths that earlier searches asked for
 * @returns the chunks with their new cosines
 */
export declare function addPaths(chunks: readonly RetrievedChunk[], query: Float32Array, embedder: Embedder, known: PathVectors): Promise<RetrievedChunk[]>;
