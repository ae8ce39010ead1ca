/**
 * The order of rows as candidates: BM25 over their words, the dot product of vectors, and the best
 * of many. LanceDB orders by nearly the same formulas, but with statistics of whatever its table
 * holds at the moment, so it only brings rows; this decides. Pure.
 */
import type { ChunkRow } from '../base/types.ts';
import type { RowColumn, RowOf } from './schema.ts';
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
export type FoundRow<C extends RowColumn> = Candidate & RowOf<C>;
export type IsWanted = (row: Candidate) => boolean;
/**
 * Returns what a term gives to a row that holds it `count` times among `words` words, before its
 * weight.
 */
export declare function saturation(count: number, words: number, averageWords: number): number;
/**
 * The terms in the order of the map, so that the sum has the same last digit wherever it is made.
 */
export declare function scoreRow(searchText: string, { weights, averageWords }: WordRanking): number;
/**
 * The dot product with the vector that begins at `start`; of unit vectors it is their cosine. Four
 * sums that do not wait for each other, in float64 and in one order: twice as fast as one, and the
 * same to the last digit wherever a row is.
 */
export declare function dotProduct(query: Float32Array, vectors: Float32Array | Int8Array, start: number): number;
interface Scored {
    score: number;
    chunkId: string;
}
/** @returns negative when `a` comes first */
export declare function compareScored(a: Scored, b: Scored): number;
/** Keeps the best `limit` of what is offered, in a heap whose root is the worst of them. */
export declare class BestOf<T extends Scored> {
    #private;
    constructor(limit: number);
    /** The score below which a row is not kept: no need to make it. */
    get floor(): number;
    offer(one: T): void;
    /** Best first. */
    sorted(): T[];
}
/**
 * @param stored the best `limit` of the table
 * @param scoreOf as the table's rows are scored; null for a row that nothing speaks for
 * @returns the best `limit` of both
 */
export declare function bestBeside<C extends RowColumn>(stored: FoundRow<C>[], beside: readonly ChunkRow[], isWanted: IsWanted, scoreOf: (row: ChunkRow) => number | null, limit: number): FoundRow<C>[];
export {};
