/**
 * Brings the search file up to the rows of the table: rows that came become a segment, blobs that
 * went are marked in theirs, and segments of like size are joined. To be used under the write lock,
 * after the rows are in the table and before a view names them. After a crash the table decides:
 * what the list does not know is read from there. Only rows that wait for a table
 * (pendingSegments.ts) are kept without being in it.
 */
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { type RowSource } from './joinSegments.ts';
import type { RowReader } from './rowReader.ts';
import { SegmentRows } from './segmentRows.ts';
export interface FinishRequest {
    /**
     * False: only the tables of names are compared with their checksums, and what is written again.
     */
    looksAtAll?: boolean;
    /** The number of rows of each blob in the table, where the caller knows it. */
    blobs?: ReadonlyMap<BlobKey, number>;
    /** Blobs that views have; without them all count as such. */
    viewed?: ViewedBlobs;
}
export interface ViewedBlobs {
    /** Those of one view. */
    now: ReadonlySet<BlobKey>;
    /** Those of all views that are kept. */
    kept(): Promise<ReadonlySet<BlobKey>>;
}
export declare class SearchFileWriter {
    #private;
    private constructor();
    /** To be called before the run writes to the table. */
    static begin(dir: string, source: RowSource): Promise<SearchFileWriter>;
    /** Takes rows that are in the table now: whole blobs, the rows of each one after the other. */
    add(rows: readonly ChunkRow[]): Promise<void>;
    /**
     * Makes the search file that of the table as it is now. Rows of a damaged segment are read from
     * the table.
     */
    finish(source: RowSource, { looksAtAll, blobs, viewed }?: FinishRequest): Promise<void>;
}
interface CountedReader extends RowReader {
    countRows(): Promise<number>;
}
/**
 * Makes a segment in memory of a table that has no search file, such as one in object storage.
 * Texts are left out: people see a few of them, and the table has them.
 * @throws CoraError STORE for a table that is too large
 */
export declare function readIntoMemory(source: CountedReader, dimensions: number): Promise<SegmentRows>;
export {};
