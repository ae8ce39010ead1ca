/**
 * The order in which rows are candidates for a query's words: BM25 over a row's search text, with weights and an average that
 * the caller gives. LanceDB orders by the same formula (to 1e-4), but with statistics of whatever its table and its index hold
 * at the moment, so it only brings rows; this decides. Pure.
 */
import type { WordRanking } from '../storePort.ts';
/** What a term gives to a row that holds it `count` times among `words` words, before its weight. */
export declare function saturation(count: number, words: number, averageWords: number): number;
/** The terms in the order of the map, so that the sum has the same last digit wherever it is made. */
export declare function scoreRow(searchText: string, { weights, averageWords }: WordRanking): number;
/**
 * The dot product with the vector that begins at `start`; of unit vectors it is their cosine. Four sums that do not wait for each
 * other, in float64 and in one order: twice as fast as one, and the same to the last digit wherever a row is.
 */
export declare function dotProduct(query: Float32Array, vectors: Float32Array | Int8Array, start: number): number;
