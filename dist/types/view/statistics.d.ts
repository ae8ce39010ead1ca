/**
 * Statistics of one view: how many rows, how long, in how many rows each term occurs, the mean
 * vector. All are integers, so that a row can be added and taken away again and the result is
 * exactly that of counting from nothing.
 */
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { RowReader } from '../engine/rowReader.ts';
import type { ViewRecord } from '../store/views.ts';
/** Tells how often a term is in how many chunks, and how long these are. */
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
/** The part of a view's statistics that questions ask for. */
export interface ViewNumbers extends Frequencies {
    readonly tokens: number;
    readonly words: number;
    /** Words in a row's search text, on average. */
    readonly averageWords: number;
    /** The mean of all vectors of the view. Its dot product with a query is the mean cosine. */
    meanVector(): Float32Array;
}
/** @param frequency in how many rows a term occurs, of a view that is there with its rows */
export declare function numbersOf(totals: ViewTotals, frequency: (term: string) => number): ViewNumbers;
/** Adds up the totals of a view, without the words of each row. */
export declare class TotalsOfRows {
    #private;
    constructor(dimensions: number);
    add(row: DigestedRow): void;
    /** Adds the words of some rows; a row without a word has one all the same. */
    addWords({ tokens, words }: Pick<ViewTotals, 'tokens' | 'words'>): void;
    totals(): ViewTotals;
}
/** FNV's offset basis, as a signed number, and prime. */
export declare const EMPTY_HASH: number;
export declare const HASH_PRIME = 16777619;
export declare class ViewStatistics implements ViewNumbers {
    chunks: number;
    tokens: number;
    words: number;
    private base;
    /** Counts of other rows, not yet in the base: each less than half as long as the one before. */
    private added;
    private changes;
    private readonly vectorSum;
    private readonly rowsDigest;
    /** @param from counts to go on from, or the number of dimensions to begin with none */
    constructor(from: Counts | number);
    /** @param digest of the row, where it is known already */
    add(row: CountedRow, digest?: Uint32Array<ArrayBufferLike>): void;
    remove(row: CountedRow): void;
    /** Adds what others have counted of other rows. */
    addCounts(counts: Counts): void;
    /** In how many rows of the view the term occurs. */
    frequency(term: string): number;
    /** Words in a row, on average. */
    get averageTokens(): number;
    /** Words in a row's search text, on average. */
    get averageWords(): number;
    /** The mean of all vectors of the view. Its dot product with a query is the mean cosine. */
    meanVector(): Float32Array;
    counts(): Counts;
    private count;
    /** @returns the number of words */
    private countTerms;
    private baseCount;
    private addAdded;
    private merged;
}
/**
 * FNV-1a, 32 bits, over UTF-16 code units. Two terms that share a hash share a count: with 200,000
 * terms about five do.
 */
export declare function hashOfTerm(term: string): number;
/** Adds up as it does in the statistics, without the rest. */
export declare class RowsDigest {
    chunks: number;
    readonly rowsDigest: Uint32Array<ArrayBuffer>;
    add(row: DigestedRow, digest?: Uint32Array<ArrayBufferLike>): void;
    /** Adds what others have added up of other rows. */
    addSum({ chunks, rowsDigest }: Pick<Counts, 'chunks' | 'rowsDigest'>): void;
}
type DigestedRow = Pick<CountedRow, 'chunkId' | 'contentHash' | 'vector'>;
export declare function digestOfRow(row: DigestedRow): Uint32Array;
interface CountRequest {
    store: Pick<RowReader, 'rowsByBlob'>;
    dimensions: number;
    /** Blobs of the wanted view that have rows. */
    keys: ReadonlySet<BlobKey>;
    base: ViewRecord | null;
    /** Rows of each blob, to check the result. */
    rowCounts: ReadonlyMap<BlobKey, number>;
    /**
     * Counted already, while the rows were written; rows of other views among them are taken out
     * again.
     */
    counted: {
        keys: ReadonlySet<BlobKey>;
        statistics: ViewStatistics;
    } | null;
}
export declare function countView(request: CountRequest): Promise<ViewStatistics>;
export {};
