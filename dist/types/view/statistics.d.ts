/**
 * The statistics of a view: the number and lengths of its rows, in how many rows each term occurs,
 * and the mean vector. All are integers, so adding and removing rows gives exactly the result of
 * counting again.
 */
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { RowReader } from '../engine/rowReader.ts';
import type { ViewPath, ViewRecord } from '../store/views.ts';
/** In how many chunks a term occurs, and how long chunks are. */
export interface Frequencies {
    chunks: number;
    averageTokens: number;
    frequency(term: string): number;
}
export type CountedRow = Pick<ChunkRow, 'chunkId' | 'contentHash' | 'searchText' | 'tokens' | 'vector'>;
export declare const COUNTED_COLUMNS: readonly ['chunkId', 'contentHash', 'searchText', 'tokens', 'vector'];
/** Sums over the rows of a view. */
export type ViewTotals = Pick<ViewRecord, 'chunks' | 'tokens' | 'words' | 'vectorSum' | 'rowsDigest'>;
export type Counts = ViewTotals & Pick<ViewRecord, 'hashes' | 'counts'>;
/** The statistics that questions need. */
export interface ViewNumbers extends Frequencies {
    readonly tokens: number;
    readonly words: number;
    /** The average number of words in a row's search text. */
    readonly averageWords: number;
    /** The mean of all vectors of the view. Its dot product with a query is the mean cosine. */
    meanVector(): Float32Array;
}
/** @param frequency tells in how many rows of the view a term occurs */
export declare function numbersOf(totals: ViewTotals, frequency: (term: string) => number): ViewNumbers;
export declare function addVector(sum: Float64Array, vector: Float32Array, sign: 1 | -1): void;
/** The offset basis of FNV as a signed number, and its prime. */
export declare const EMPTY_HASH: number;
export declare const HASH_PRIME = 16777619;
export declare class ViewStatistics implements ViewNumbers {
    chunks: number;
    tokens: number;
    words: number;
    private base;
    /**
     * Counts of further rows that are not merged into the base yet. Each is less than half as long as
     * the one before.
     */
    private added;
    private removed;
    private changes;
    private readonly vectorSum;
    private readonly rowsDigest;
    /** @param from counts to continue with, or the number of dimensions to begin with none */
    constructor(from: Counts | number);
    /** @param digest of the row, if the caller has it already */
    add(row: CountedRow, digest?: Uint32Array<ArrayBufferLike>): void;
    remove(row: CountedRow): void;
    /** Adds counts of other rows that somebody else has counted. */
    addCounts(counts: Omit<Counts, 'rowsDigest'> & Partial<Counts>): void;
    /** Removes rows that somebody else has counted. */
    removeCounts(counts: Counts): void;
    private addTotals;
    /** Returns in how many rows of the view the term occurs. */
    frequency(term: string): number;
    /** The average number of words in a row. */
    get averageTokens(): number;
    /** The average number of words in a row's search text. */
    get averageWords(): number;
    /** The mean of all vectors of the view. Its dot product with a query is the mean cosine. */
    meanVector(): Float32Array;
    counts(): Counts;
    private count;
    /** @returns the number of words */
    private countTerms;
    private settle;
}
/**
 * FNV-1a with 32 bits over UTF-16 code units. Terms with the same hash share a count: about five do
 * among 200,000 terms.
 */
export declare function hashOfTerm(term: string): number;
/** Adds up only the digest, in the same way as the statistics. */
export declare class RowsDigest {
    chunks: number;
    readonly rowsDigest: Uint32Array<ArrayBuffer>;
    add(row: DigestedRow, digest?: Uint32Array<ArrayBufferLike>): void;
    /** Adds the digest of other rows that somebody else has added up. */
    addSum({ chunks, rowsDigest }: Pick<Counts, 'chunks' | 'rowsDigest'>): void;
}
/** Adds up the totals of a view. */
export declare class TotalsOfRows extends RowsDigest implements ViewTotals {
    readonly vectorSum: Float64Array;
    tokens: number;
    words: number;
    constructor(dimensions: number);
    add(row: DigestedRow): void;
    /** Adds the words of some rows. The caller counts a row without words as having one. */
    addWords({ tokens, words }: Pick<ViewTotals, 'tokens' | 'words'>): void;
}
type DigestedRow = Pick<CountedRow, 'chunkId' | 'contentHash' | 'vector'>;
export declare function digestOfRow(row: DigestedRow): Uint32Array;
interface CountRequest {
    store: Pick<RowReader, 'rowsByBlob'>;
    dimensions: number;
    /** Files of the wanted view that have rows, sorted by path. */
    files: readonly ViewPath[];
    base: ViewRecord | null;
    /** The number of rows of each blob, to check the result. */
    rowCounts: ReadonlyMap<BlobKey, number>;
    /**
     * Statistics that were counted while rows were written. Rows that are not in the view are removed
     * from them.
     */
    counted: {
        keys: ReadonlySet<BlobKey>;
        statistics: ViewStatistics;
    } | null;
}
export declare function countView(request: CountRequest): Promise<ViewStatistics>;
export {};
