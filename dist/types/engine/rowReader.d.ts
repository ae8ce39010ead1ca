/**
 * The interface through which queries read rows. The search file implements it, and so does the
 * table from which that is made. Types only.
 */
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { RowWords } from './rowWords.ts';
export type RowColumn = keyof ChunkRow;
export type RowOf<C extends RowColumn> = Pick<ChunkRow, C>;
/** Chooses rows by chunk id, or all rows of some blobs. */
export type NamedRows = {
    chunkIds: readonly string[];
} | {
    blobs: readonly BlobKey[];
};
/** May also choose all rows with some content; no index helps with these. */
export type RowSelection = NamedRows | {
    contentHashes: readonly string[];
};
export interface BlobRows<C extends RowColumn> {
    key: BlobKey;
    /** The blob's rows, in no particular order; empty if it has none. */
    rows: RowOf<C>[];
}
/** Reads rows by their names. */
export interface RowReader {
    /** Returns the number of rows of each blob that has any. */
    blobKeys(): Promise<Map<BlobKey, number>>;
    /**
     * Returns the wanted columns of the chosen rows, in no particular order. Unknown ids and blobs
     * are left out.
     */
    rows<C extends RowColumn>(selection: RowSelection, columns: readonly C[]): Promise<RowOf<C>[]>;
    /** Yields the rows of blobs, each blob once, in the given order. */
    rowsByBlob<C extends RowColumn>(blobs: readonly BlobKey[], columns: readonly C[]): AsyncGenerator<BlobRows<C>>;
    /** Yields all rows in batches. */
    scan<C extends RowColumn>(columns: readonly C[]): AsyncGenerator<RowOf<C>[]>;
    /** Returns the rows of blobs in which secrets were found, in no particular order. */
    redactedRows(): Promise<RowOf<'blobSha' | 'language' | 'redacted'>[]>;
}
/** A column of a row, or `words`: the row's words in the form that scoring needs. */
export type SearchColumn = RowColumn | 'words';
export type SearchRowOf<C extends SearchColumn> = Pick<ChunkRow & {
    words: RowWords;
}, C>;
/** A row that was found. Its score only orders candidates and never reaches a result. */
export type FoundRow<C extends SearchColumn> = SearchRowOf<C | 'chunkId' | 'blobSha' | 'language'> & {
    score: number;
};
/** A row that was found. Its score only orders candidates: it never reaches a result. */
export interface Candidate {
    chunkId: string;
    blobSha: string;
    language: string;
    score: number;
}
/** The weights of words in a query: see `bestByWords`. */
export interface WordRanking {
    /** The weight of each term, above 0. */
    weights: ReadonlyMap<string, number>;
    /** The average number of words in a row's `searchText`. */
    averageWords: number;
}
/**
 * Tells if a blob's rows may be found. Several questions with the same function share its answers:
 * it is called once for each blob.
 */
export type IsWanted = (blob: Pick<Candidate, 'blobSha' | 'language'>) => boolean;
/** Vectors that are far away. They are large, and searches by words do not need them. */
export interface FarVectors {
    /** Returns the number of bytes that still have to be fetched. */
    missing(): number;
    /** Fetches them, for the next question. */
    bring(): Promise<void>;
}
/** Reads rows, and also finds them. */
export interface SearchReader extends RowReader {
    rows<C extends SearchColumn>(selection: RowSelection, columns: readonly C[]): Promise<SearchRowOf<C>[]>;
    /**
     * Returns rows that hold any of the terms, in no particular order. Terms are matched whole,
     * without any query syntax.
     * @param most the most rows to return
     * @param isWanted without it, rows of all views are returned
     */
    rowsWithTerms<C extends SearchColumn = never>(terms: readonly string[], most: number, columns?: readonly C[], isWanted?: IsWanted): Promise<FoundRow<C>[]>;
    /**
     * Returns the best wanted rows that hold any of the terms. BM25 over `searchText` scores them,
     * with the caller's weights and average length; ties are ordered by chunk id. The result depends
     * on the arguments and the rows alone.
     * @param beside rows from elsewhere that compete with the stored ones
     */
    bestByWords<C extends SearchColumn = never>(ranking: WordRanking, isWanted: IsWanted, limit: number, columns?: readonly C[], beside?: readonly ChunkRow[]): Promise<FoundRow<C>[]>;
    /**
     * Does what bestByWords does, with the cosine to a unit vector as score. A zero vector finds
     * nothing.
     */
    bestByVector<C extends SearchColumn = never>(vector: Float32Array, isWanted: IsWanted, limit: number, columns?: readonly C[], beside?: readonly ChunkRow[]): Promise<FoundRow<C>[]>;
    /** Null if all vectors are here. */
    readonly afar: FarVectors | null;
    /**
     * Reads which rows hold these terms, so that the words of a row know how often it holds them.
     * Call it first, with all terms of a question.
     */
    readTerms(terms: readonly string[]): Promise<void>;
    /** Returns all terms in ASCII that begin with `start`, those of removed rows included. */
    termsWith(start: string): Promise<string[]>;
    /** From now on keeps in memory what it reads; for a process that answers many questions. */
    keepInMemory(): void;
    close(): void;
}
