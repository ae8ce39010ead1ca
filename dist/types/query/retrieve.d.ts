/**
 * Candidates and what speaks for each: words, vectors, symbols, paths. The store only brings rows; every number that
 * leaves this module is computed from the caller's view.
 */
import type { ChunkStore, ViewPath } from '../store-port.ts';
import type { ChunkRow, FileStatus } from '../types.ts';
import type { Query } from './readQuery.ts';
import { type Frequencies } from './scoreWords.ts';
export declare const SCORED_COLUMNS: readonly ['chunkId', 'blobSha', 'language', 'kind', 'symbol', 'scope', 'signature', 'nodeType', 'startLine', 'endLine', 'startByte', 'endByte', 'part', 'parts', 'parentChunk', 'defines', 'tokens', 'contentHash', 'searchText', 'vector'];
export type ScoredRow = Pick<ChunkRow, (typeof SCORED_COLUMNS)[number]>;
export interface RetrievedChunk {
    row: ScoredRow;
    path: string;
    status: FileStatus;
    /** BM25F, ≥ 0. */
    words: number;
    /** Cosine with the query, −1 to 1; 0 where vectors are not asked for. */
    cosine: number;
    /** 1 a type, 0.8 a function, 0.6 another definition of a name in the query; else 0. */
    symbol: number;
    /** Of the file's name, 0 to 1. */
    name: number;
}
/** The caller's view as retrieval sees it. Filters by path, language and kind are applied before. */
export interface SearchedView {
    files: readonly (ViewPath & {
        status: FileStatus;
    })[];
    statistics: Frequencies;
    /** Rows of blobs that the table does not hold: uncommitted edits, chunked in memory. */
    overlay: readonly ChunkRow[];
    wantedKind(kind: ChunkRow['kind']): boolean;
}
export interface RetrieveOptions {
    words: boolean;
    /** The query's unit vector, null to leave vectors out. */
    vector: Float32Array | null;
    /** How many rows of the view each retriever brings. */
    depth: number;
}
export declare function retrieve(store: ChunkStore | null, query: Query, view: SearchedView, options: RetrieveOptions): Promise<RetrievedChunk[]>;
