/**
 * Candidates from LanceDB. Its full-text and vector searches say which rows come near; where an order decides about what is
 * left out, the rows are scored again here, and more are fetched until no other row can belong to the best.
 */
import type { ChunkRow } from '../base/types.ts';
import type { ReadTable } from './readTable.ts';
import type { Candidate, RowColumn, WordRanking } from './storePort.ts';
export type Row<C extends RowColumn> = Pick<ChunkRow, C>;
export type Found<C extends RowColumn> = Candidate & Row<C>;
export type IsWanted = (row: Candidate) => boolean;
/** What is known of the rows outside the full-text index. */
export interface TailCache {
    tail: WordTail | null;
}
/** Terms that can be words of a row. */
export declare function indexable(terms: Iterable<string>): Set<string>;
/** Rows with any of the terms. Rows that the index does not cover yet come on top of the limit (wordTail.ts). */
export declare function searchWords<C extends RowColumn>(table: ReadTable, cache: TailCache, terms: ReadonlySet<string>, limit: number, columns: readonly C[]): Promise<Found<C>[]>;
export declare function bestByWords<C extends RowColumn>(table: ReadTable, cache: TailCache, ranking: WordRanking, isWanted: IsWanted, limit: number, columns: readonly C[]): Promise<Found<C>[]>;
export declare function bestByVector<C extends RowColumn>(table: ReadTable, vector: Float32Array, isWanted: IsWanted, limit: number, columns: readonly C[]): Promise<Found<C>[]>;
/** The index's name is LanceDB's: column + `_idx`. */
export declare const WORD_INDEX = "searchText_idx";
interface WordTail {
    version: number;
    columns: readonly RowColumn[];
    rows: {
        row: Omit<Candidate, 'score'>;
        words: string[];
    }[];
}
/** The number of rows outside the index; all of them where there is no index. */
export declare function countUnindexed(table: ReadTable): Promise<number>;
/** Rows of the tail that hold any of the terms, best first: by how many different terms, then by how often. */
export declare function matchWordTail<C extends RowColumn>(tail: WordTail, terms: ReadonlySet<string>, limit: number): (Candidate & Pick<ChunkRow, C>)[];
export {};
