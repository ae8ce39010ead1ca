/** The port behind which LanceDB stands. Implemented in store/, used by build, search and query/retrieve. */
import type { BlobKey, ChunkRow, Shard } from '../base/types.ts';
export type RowColumn = keyof ChunkRow;
/** Which rows: by chunk id, all rows of blobs, or all rows with some content (no index helps there). */
export type RowSelection = NamedRows | {
    contentHashes: readonly string[];
};
export type NamedRows = {
    chunkIds: readonly string[];
} | {
    blobs: readonly BlobKey[];
};
/** A candidate. Its score is LanceDB's and only orders candidates: it never reaches a result. */
export interface Candidate {
    chunkId: string;
    blobSha: string;
    language: string;
    score: number;
}
/** What words are worth to a query: see `bestByWords`. */
export interface WordRanking {
    /** By term: its weight, above 0. */
    weights: ReadonlyMap<string, number>;
    /** How many words a row's `searchText` holds on average. */
    averageWords: number;
}
export interface StoreStats {
    rows: number;
    versions: number;
    /** Bytes on disk of the table with its indexes and old versions. */
    bytes: number;
    /** Rows that the full-text index does not cover yet. */
    unindexedRows: number;
}
/** Rows in the form of the table's columns, so that one thread can make what another one appends. */
export interface EncodedRows {
    rows: number;
    /** In the order of the table's columns. */
    columns: readonly EncodedColumn[];
}
/** Texts end to end, integers, or vectors as halves. */
export type EncodedColumn = {
    offsets: Int32Array;
    bytes: Uint8Array;
} | Int32Array | Uint16Array;
export interface ChunkStore {
    /** The number of rows of each blob that has any. */
    blobKeys(): Promise<Map<BlobKey, number>>;
    /** Adds rows in one commit. The caller passes all rows of a blob together, so that a blob is there whole or not at all. */
    append(rows: readonly ChunkRow[]): Promise<void>;
    /** The same, of rows that the store's RowEncoder has made. */
    appendEncoded(batches: readonly EncodedRows[]): Promise<void>;
    /** Puts rows into the place of all that their blobs had, in one commit: a reader sees the old ones or the new ones. Whole blobs, as in `append`. */
    replace(rows: readonly ChunkRow[]): Promise<void>;
    /** Removes all rows of the blobs in one commit. */
    remove(blobs: readonly BlobKey[]): Promise<void>;
    /** The chosen columns of the chosen rows, in no particular order. Ids and blobs that are not there are left out. */
    rows<C extends RowColumn>(selection: RowSelection, columns: readonly C[]): Promise<Pick<ChunkRow, C>[]>;
    /**
     * The same for many blobs: of one after the other in the order asked for, each once, without rows where there are none. Costs the bytes of
     * these rows and one look at the keys of all, and holds a few thousand of them at a time.
     */
    rowsByBlob<C extends RowColumn>(blobs: readonly BlobKey[], columns: readonly C[]): AsyncIterable<{
        key: BlobKey;
        rows: Pick<ChunkRow, C>[];
    }>;
    /** All rows in batches. */
    scan<C extends RowColumn>(columns: readonly C[]): AsyncIterable<Pick<ChunkRow, C>[]>;
    /** Rows of blobs in which secrets were found, of all views, in no particular order. */
    redactedRows(): Promise<Pick<ChunkRow, 'blobSha' | 'language' | 'redacted'>[]>;
    /** Vectors by content hash, of those that are there. */
    vectorsOf(contentHashes: readonly string[]): Promise<Map<string, Float32Array>>;
    /**
     * Rows that hold any of the terms of `searchText`, best first. Terms are matched whole; they are not parsed as a query
     * language. Rows that the full-text index does not cover yet may come on top of the limit.
     * @param columns brought along: cheaper than asking for them afterwards
     */
    searchWords<C extends RowColumn = never>(terms: readonly string[], limit: number, columns?: readonly C[]): Promise<(Candidate & Pick<ChunkRow, C>)[]>;
    /**
     * The best of those rows that hold any of the terms and are wanted: by BM25 over `searchText` with the caller's weights and
     * average, ties by chunk id. Which they are depends on the arguments and the rows alone: not on what else the table holds, in
     * which order, and whether an index knows it yet.
     * @param beside rows that the table does not hold, of which the best are as good
     */
    bestByWords<C extends RowColumn = never>(ranking: WordRanking, isWanted: (row: Candidate) => boolean, limit: number, columns?: readonly C[], beside?: readonly ChunkRow[]): Promise<(Candidate & Pick<ChunkRow, C>)[]>;
    /** The same by cosine with a unit vector, which is the score; none for a zero vector. */
    bestByVector<C extends RowColumn = never>(vector: Float32Array, isWanted: (row: Candidate) => boolean, limit: number, columns?: readonly C[], beside?: readonly ChunkRow[]): Promise<(Candidate & Pick<ChunkRow, C>)[]>;
    /**
     * For processes that answer many queries: reads the table into memory and answers from there, with the same answers. Until it
     * is read, after a writer changed it, and where it is too large (1,000,000 rows), LanceDB answers.
     * @returns settles when it was read; nobody needs to wait for that
     */
    keepInMemory(): Promise<void>;
    /** Makes all rows known to the indexes, compacts, and removes versions older than `retentionMs`. */
    optimize(retentionMs: number): Promise<void>;
    stats(): Promise<StoreStats>;
    close(): void;
}
/** A file of a view; sorted by path. */
export interface ViewPath {
    path: string;
    blob: string;
    language: string;
}
/** What depends on a whole commit, as views/<id>.view holds it: the paths and integer statistics over their rows. */
export interface ViewRecord {
    commit: string;
    tree: string;
    repository: string;
    /** Only where `files` are one shard's. */
    shard?: Shard;
    /** Rows of the view; a blob with two paths counts once. */
    chunks: number;
    /** Sum of ChunkRow.tokens. */
    tokens: number;
    /** Sum of the words of ChunkRow.searchText. */
    words: number;
    /** Sorted 32-bit hashes of all terms, and in how many rows each occurs. */
    hashes: Uint32Array;
    counts: Uint32Array;
    /** Sum over rows of round(vector × 2^14), exact integers: [dimensions]. */
    vectorSum: Float64Array;
    /** Four lanes, modulo 2^32, of the sum of all row digests. */
    rowsDigest: Uint32Array;
    /** Blobs of the view in which secrets were found, sorted: all others need no second look when they are shown. */
    redacted: BlobKey[];
    files: ViewPath[];
    /** Files that the repository lacked the content of, sorted by path. Only where there are some. */
    missing?: ViewPath[];
}
