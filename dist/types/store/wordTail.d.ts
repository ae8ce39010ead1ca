/**
 * Words in the rows that the full-text index does not cover yet. LanceDB searches such rows too, but scores them by other
 * statistics, so that they sink below rows that the index knows and would be lost at the limit. They are few (see
 * optimizeTable.ts), so they are read whole and matched here, and each list of candidates is cut by itself.
 */
import type { Candidate, RowColumn } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
import type { ReadTable } from './readTable.ts';
/** The index's name is LanceDB's: column + `_idx`. */
export declare const WORD_INDEX = "searchText_idx";
export interface WordTail {
    version: number;
    columns: readonly RowColumn[];
    rows: {
        row: Omit<Candidate, 'score'>;
        words: string[];
    }[];
}
/** The number of rows outside the index; all of them where there is no index. */
export declare function countUnindexed(table: ReadTable): Promise<number>;
/**
 * Rows are appended behind the indexed ones and compaction keeps their order, so the uncovered rows are the last ones.
 *
 * @param known the tail read before; given back when the table has not changed since
 */
export declare function readWordTail(table: ReadTable, known: WordTail | null, columns: readonly RowColumn[]): Promise<WordTail>;
/** Rows of the tail that hold any of the terms, best first: by how many different terms, then by how often. */
export declare function matchWordTail<C extends RowColumn>(tail: WordTail, terms: ReadonlySet<string>, limit: number): (Candidate & Pick<ChunkRow, C>)[];
