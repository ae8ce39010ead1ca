/**
 * The rows of several segments as one: what queries ask of them, without the rows that have gone.
 * Which rows answer, and with which scores, does not depend on how they are spread.
 */
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { BlobRows, FarVectors, FoundRow, IsWanted, RowColumn, RowOf, RowSelection, SearchColumn, SearchReader, SearchRowOf, WordRanking } from './rowReader.ts';
import type { SegmentReader } from './segment.ts';
/** One of the segments that belong together, and the numbers of its blobs whose rows have gone. */
interface NamedSegment {
    name: string;
    gone: readonly number[];
}
export declare class SegmentRows implements SearchReader {
    #private;
    private constructor();
    /** @param before whose segments are taken over where they are listed still */
    static open<S extends NamedSegment>({ segments, dimensions }: {
        segments: readonly S[];
        dimensions: number;
    }, openOne: (one: S) => Promise<SegmentReader>, before: SegmentRows | null): Promise<SegmentRows>;
    /** A single segment as it is. */
    static of(segment: SegmentReader): Promise<SegmentRows>;
    /** Returns the same rows, for somebody who closes them by himself. */
    hold(): SegmentRows;
    close(): void;
    get afar(): FarVectors | null;
    keepInMemory(): void;
    /** The number of readers of the same rows that may keep them in memory beside each other. */
    get readersInMemory(): number;
    /** Returns the number of rows, and of the segments that hold them. */
    counts(): {
        rows: number;
        segments: number;
    };
    blobKeys(): Promise<Map<BlobKey, number>>;
    rows<C extends SearchColumn>(selection: RowSelection, columns: readonly C[]): Promise<SearchRowOf<C>[]>;
    rowsByBlob<C extends RowColumn>(blobs: readonly BlobKey[], columns: readonly C[]): AsyncGenerator<BlobRows<C>>;
    scan<C extends SearchColumn>(columns: readonly C[]): AsyncGenerator<SearchRowOf<C>[]>;
    redactedRows(): Promise<RowOf<'blobSha' | 'language' | 'redacted'>[]>;
    termsWith(start: string): Promise<string[]>;
    readTerms(terms: readonly string[]): Promise<void>;
    rowsWithTerms<C extends SearchColumn = never>(terms: readonly string[], most: number, columns?: readonly C[]): Promise<FoundRow<C>[]>;
    bestByWords<C extends SearchColumn = never>(ranking: WordRanking, isWanted: IsWanted, limit: number, columns?: readonly C[], beside?: readonly ChunkRow[]): Promise<FoundRow<C>[]>;
    bestByVector<C extends SearchColumn = never>(vector: Float32Array, isWanted: IsWanted, limit: number, columns?: readonly C[], beside?: readonly ChunkRow[]): Promise<FoundRow<C>[]>;
}
export {};
