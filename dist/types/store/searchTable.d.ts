/**
 * Candidates from LanceDB. Its full-text and vector searches say which rows come near; where an order decides about what is
 * left out, the rows are scored again here, and more are fetched until no other row can belong to the best.
 */
import type { Candidate, RowColumn, WordRanking } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
import type { ReadTable } from './readTable.ts';
import { type WordTail } from './wordTail.ts';
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
/** Nearest rows by cosine, best first, as LanceDB has it. */
export declare function searchVectors<C extends RowColumn>(table: ReadTable, vector: Float32Array, limit: number, columns: readonly C[]): Promise<Found<C>[]>;
export declare function bestByVector<C extends RowColumn>(table: ReadTable, vector: Float32Array, isWanted: IsWanted, limit: number, columns: readonly C[]): Promise<Found<C>[]>;
