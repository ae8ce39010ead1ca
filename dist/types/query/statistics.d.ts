/**
 * Statistics of one view: how many rows, how long, in how many rows each term occurs, the mean vector. All are integers,
 * so that a row can be added and taken away again and the result is exactly that of counting from nothing.
 */
import type { ViewRecord } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
/** What counting needs of a row. */
export type CountedRow = Pick<ChunkRow, 'chunkId' | 'contentHash' | 'searchText' | 'tokens' | 'vector'>;
export declare const COUNTED_COLUMNS: readonly ['chunkId', 'contentHash', 'searchText', 'tokens', 'vector'];
type Counts = Pick<ViewRecord, 'chunks' | 'tokens' | 'words' | 'hashes' | 'counts' | 'vectorSum' | 'rowsDigest'>;
export declare class ViewStatistics {
    chunks: number;
    tokens: number;
    words: number;
    private base;
    private readonly changes;
    private readonly vectorSum;
    private readonly rowsDigest;
    /** @param from counts to go on from, or the number of dimensions to begin with none */
    constructor(from: Counts | number);
    add(row: CountedRow): void;
    remove(row: CountedRow): void;
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
    private baseCount;
    private merged;
}
/** Adds up as it does in the statistics, without the rest. */
export declare class RowsDigest {
    chunks: number;
    readonly rowsDigest: Uint32Array<ArrayBuffer>;
    add(row: Pick<CountedRow, 'chunkId' | 'contentHash' | 'vector'>): void;
}
export {};
