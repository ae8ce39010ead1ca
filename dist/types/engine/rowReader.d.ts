/**
 * The port through which queries read rows, whatever keeps them: the search file, or the table that
 * it is made of. Types only.
 */
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { RowWords } from './rowWords.ts';
export type RowColumn = keyof ChunkRow;
export type RowOf<C extends RowColumn> = Pick<ChunkRow, C>;
/** Chooses rows: by chunk id, or all rows of blobs. */
export type NamedRows = {
    chunkIds: readonly string[];
} | {
    blobs: readonly BlobKey[];
};
/** Chooses also all rows with some content, for which no index helps. */
export type RowSelection = NamedRows | {
    contentHashes: readonly string[];
};
export interface BlobRows<C extends RowColumn> {
    key: BlobKey;
    /** In no particular order; none where there are none. */
    rows: RowOf<C>[];
}
/** Reads rows by their names. */
export interface RowReader {
    /** Returns the number of rows of each blob that has any. */
    blobKeys(): Promise<Map<BlobKey, number>>;
    /**
     * Returns the chosen columns of the chosen rows, in no particular order. Ids and blobs that are
     * not there are left out.
     */
    rows<C extends RowColumn>(selection: RowSelection, columns: readonly C[]): Promise<RowOf<C>[]>;
    /** Brings the rows of many blobs: of one after the other in the order asked for, each once. */
    rowsByBlob<C extends RowColumn>(blobs: readonly BlobKey[], columns: readonly C[]): AsyncGenerator<BlobRows<C>>;
    /** Brings all rows in batches. */
    scan<C extends RowColumn>(columns: readonly C[]): AsyncGenerator<RowOf<C>[]>;
    /** Returns the rows of blobs in which secrets were found, in no particular order. */
    redactedRows(): Promise<RowOf<'blobSha' | 'language' | 'redacted'>[]>;
}
/** A column of a row, or its words in the form that scoring asks for. */
export type SearchColumn = RowColumn | 'words';
export type SearchRowOf<C extends SearchColumn> = Pick<ChunkRow & {
    words: RowWords;
}, C>;
/** A row that was found. Its score only orders candidates: it never reaches a result. */
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
/** Tells what words are worth to a query: see `bestByWords`. */
export interface WordRanking {
    /** By term: its weight, above 0. */
    weights: ReadonlyMap<string, number>;
    /** The average number of words in a row's `searchText`. */
    averageWords: number;
}
/**
 * Says so of all rows of a blob. One that several questions give is asked once for each blob by all
 * of them together.
 */
export type IsWanted = (blob: Pick<Candidate, 'blobSha' | 'language'>) => boolean;
/** The vectors of rows that lie far away: they are many bytes, and answers by words need none. */
export interface FarVectors {
    /** Returns the number of bytes that have to come. */
    missing(): number;
    /** Brings them: the next question finds them here. */
    bring(): Promise<void>;
}
/** Finds rows as well. */
export interface SearchReader extends RowReader {
    rows<C extends SearchColumn>(selection: RowSelection, columns: readonly C[]): Promise<SearchRowOf<C>[]>;
    /**
     * Returns rows that hold any of the terms, in no particular order. Terms are matched whole; they
     * are not parsed as a query language.
     * @param most of the rows
     */
    rowsWithTerms<C extends SearchColumn = never>(terms: readonly string[], most: number, columns?: readonly C[]): Promise<FoundRow<C>[]>;
    /**
     * Returns the best of those rows that hold any of the terms and are wanted: by BM25 over
     * `searchText` with the caller's weights and average, ties by chunk id. Which they are depends on
     * the arguments and the rows alone.
     * @param beside rows that are not kept here, of which the best are as good
     */
    bestByWords<C extends SearchColumn = never>(ranking: WordRanking, isWanted: IsWanted, limit: number, columns?: readonly C[], beside?: readonly ChunkRow[]): Promise<FoundRow<C>[]>;
    /**
     * Does as bestByWords, by cosine with a unit vector, which is the score; none for a zero vector.
     */
    bestByVector<C extends SearchColumn = never>(vector: Float32Array, isWanted: IsWanted, limit: number, columns?: readonly C[], beside?: readonly ChunkRow[]): Promise<FoundRow<C>[]>;
    /** Null where all rows are here. */
    readonly afar: FarVectors | null;
    /**
     * Reads which rows hold these terms: how often a row holds them can be asked of its words then.
     * To be called before, for all terms of a question.
     */
    readTerms(terms: readonly string[]): Promise<void>;
    /** Returns all terms that begin so, in ASCII; those of rows that are gone, too. */
    termsWith(start: string): Promise<string[]>;
    /** Keeps what it reads in memory from now on, for a process that answers many questions. */
    keepInMemory(): void;
    close(): void;
}
