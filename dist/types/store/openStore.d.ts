/**
 * The rows of one fingerprint, on a LanceDB table: how the store is opened, what is asked of the
 * table and how its answers become rows. Opening the table is openTable.ts, upkeep
 * optimizeTable.ts, the Arrow form schema.ts.
 */
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { type ReadHandle, type TableHandle } from './openTable.ts';
import { type FoundRow, type IsWanted, type WordRanking } from './rankRows.ts';
import { type BlobRows } from './readRows.ts';
import { type ResidentLimits } from './resident/residentReader.ts';
import { type EncodedRows, type RowColumn, type RowOf, type RowSelection } from './schema.ts';
/**
 * @param dir the folder of one fingerprint (`<root>/<fingerprint>`); its table is `chunks.lance`
 * @param dimensions length of the embedder's vectors
 * @param mode `read` never writes anything, so it works in a read-only folder, beside a writer and
 * many times at once; `write` creates what is missing and is to be used under `withWriteLock`;
 * `rewrite` is that, and a table that cannot be used is replaced
 * @throws CoraError NO_INDEX (read only), BROKEN_INDEX, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH,
 * PLATFORM or STORE
 */
export declare function openStore(dir: string, dimensions: number, mode: 'read' | 'write' | 'rewrite'): Promise<ChunkStore>;
/** Closes the store when `run` has ended. @throws CoraError as of openStore */
export declare function withStore<T>(dir: string, dimensions: number, mode: 'read' | 'write', run: (store: ChunkStore) => Promise<T>): Promise<T>;
export interface StoreStats {
    rows: number;
    versions: number;
    /** Bytes on disk of the table with its indexes and old versions. */
    bytes: number;
    /** Rows that the full-text index does not cover yet. */
    unindexedRows: number;
}
export declare class ChunkStore {
    #private;
    /** @param writer null for a store that is only read */
    constructor(handle: ReadHandle, writer: TableHandle | null, dimensions: number, limits?: ResidentLimits);
    /** Returns the number of rows of each blob that has any. */
    blobKeys(): Promise<Map<BlobKey, number>>;
    /**
     * Adds rows in one commit. The caller passes all rows of a blob together, so that a blob is there
     * whole or not at all.
     */
    append(rows: readonly ChunkRow[]): Promise<void>;
    /** Adds rows that the store's RowEncoder has made, as append does. */
    appendEncoded(batches: readonly EncodedRows[]): Promise<void>;
    /**
     * Puts rows into the place of all that their blobs had, in one commit: a reader sees the old ones
     * or the new ones. Whole blobs, as in `append`.
     */
    replace(rows: readonly ChunkRow[]): Promise<void>;
    /** Removes all rows of the blobs in one commit. */
    remove(blobs: readonly BlobKey[]): Promise<void>;
    /**
     * Returns the chosen columns of the chosen rows, in no particular order. Ids and blobs that are
     * not there are left out.
     */
    rows<C extends RowColumn>(selection: RowSelection, columns: readonly C[]): Promise<RowOf<C>[]>;
    /**
     * Brings the rows of many blobs: of one after the other in the order asked for, each once,
     * without rows where there are none. Costs the bytes of these rows and one look at the keys of
     * all, and holds a few thousand of them at a time.
     */
    rowsByBlob<C extends RowColumn>(blobs: readonly BlobKey[], columns: readonly C[]): AsyncGenerator<BlobRows<C>>;
    /** Brings all rows in batches. */
    scan<C extends RowColumn>(columns: readonly C[]): AsyncGenerator<RowOf<C>[]>;
    /**
     * Returns the rows of blobs in which secrets were found, of all views, in no particular order.
     */
    redactedRows(): Promise<RowOf<'blobSha' | 'language' | 'redacted'>[]>;
    /** Returns vectors by content hash, of those that are there. */
    vectorsOf(contentHashes: readonly string[]): Promise<Map<string, Float32Array>>;
    /**
     * Returns rows that hold any of the terms of `searchText`, in no particular order. Terms are
     * matched whole; they are not parsed as a query language.
     * @param most of the rows that the full-text index knows; those that it does not cover yet come
     * on top
     * @param columns brought along: cheaper than asking for them afterwards
     */
    rowsWithTerms<C extends RowColumn = never>(terms: readonly string[], most: number, columns?: readonly C[]): Promise<FoundRow<C>[]>;
    /**
     * Returns the best of those rows that hold any of the terms and are wanted: by BM25 over
     * `searchText` with the caller's weights and average, ties by chunk id. Which they are depends on
     * the arguments and the rows alone: not on what else the table holds, in which order, and whether
     * an index knows it yet.
     * @param beside rows that the table does not hold, of which the best are as good
     */
    bestByWords<C extends RowColumn = never>(ranking: WordRanking, isWanted: IsWanted, limit: number, columns?: readonly C[], beside?: readonly ChunkRow[]): Promise<FoundRow<C>[]>;
    /**
     * Does as bestByWords, by cosine with a unit vector, which is the score; none for a zero vector.
     */
    bestByVector<C extends RowColumn = never>(vector: Float32Array, isWanted: IsWanted, limit: number, columns?: readonly C[], beside?: readonly ChunkRow[]): Promise<FoundRow<C>[]>;
    /**
     * Reads the table into memory and answers from there, with the same answers, for processes that
     * answer many queries. Until it is read, after a writer changed it, and where it is too large
     * (1,000,000 rows), LanceDB answers.
     * @returns settles when it was read; nobody needs to wait for that
     */
    keepInMemory(): Promise<void>;
    /**
     * Makes all rows known to the indexes, compacts, and removes versions older than `retentionMs`.
     */
    optimize(retentionMs: number): Promise<void>;
    stats(): Promise<StoreStats>;
    close(): void;
}
