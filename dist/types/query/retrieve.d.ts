/**
 * Candidates and what speaks for each: words, vectors, symbols, paths. The store only brings rows; every number that
 * leaves this module is computed from the caller's view.
 */
import type { FileStatus } from '../searchTypes.ts';
import type { ChunkStore, ViewPath } from '../storePort.ts';
import type { BlobKey, ChunkRow } from '../types.ts';
import { type DefinitionScore } from './definitionScores.ts';
import type { Query } from './readQuery.ts';
import { type Frequencies } from './scoreWords.ts';
/** What scoring and ordering need of a row; what people see is read for the few that are selected. */
export declare const SCORED_COLUMNS: readonly ['chunkId', 'blobSha', 'language', 'kind', 'startLine', 'endLine', 'startByte', 'tokens', 'searchText'];
export type ScoredRow = Pick<ChunkRow, (typeof SCORED_COLUMNS)[number]> & Partial<Pick<ChunkRow, 'vector'>>;
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
/** The caller's view as retrieval sees it. Filters by path and language are applied before. */
export interface SearchedView {
    files: readonly SearchedFile[];
    byBlob: ReadonlyMap<BlobKey, readonly SearchedFile[]>;
    statistics: Frequencies & {
        averageWords: number;
    };
    /** Rows of blobs that the table does not hold: uncommitted edits, chunked in memory. */
    overlay: readonly ChunkRow[];
    wantedKind(kind: ChunkRow['kind']): boolean;
}
export type SearchedFile = ViewPath & {
    status: FileStatus;
};
/** Rows of blobs that were asked for by name. A blob's rows never change, so what was read once stays right. */
export type RowCache = Map<BlobKey, ScoredRow[]>;
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
export declare function groupByBlob(files: readonly SearchedFile[]): Map<BlobKey, SearchedFile[]>;
/** @param symbols by chunk id; of others nothing is known */
export declare function createScorer(query: Query, statistics: Frequencies, options: RetrieveOptions, symbols: ReadonlyMap<string, DefinitionScore>): (row: ScoredRow, file: SearchedFile) => RetrievedChunk;
