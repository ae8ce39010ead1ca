/**
 * The table in memory, for processes that answer many queries: a look-up in LanceDB costs 3 to 10 ms, one here 0.1 to 3. A row
 * never changes, so what was read stays right; which rows there are belongs to one version of the table, and a newer version is
 * read anew. Columns stay as the bytes that LanceDB sent and are decoded for the rows that are asked for.
 *
 * About 3 kB a row. Texts are left out: people see a few of them, and those come from their blobs.
 */
import type { Candidate, NamedRows, RowColumn, WordRanking } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
import type { ReadTable } from './readTable.ts';
import { type WordIndex } from './wordIndex.ts';
/** Tables above this many rows are left to LanceDB: 100,000 rows take some 300 MB. */
export declare const MOST_RESIDENT_ROWS = 100000;
type Row<C extends RowColumn> = Pick<ChunkRow, C>;
type Found<C extends RowColumn> = Candidate & Row<C>;
type Reader = (row: number) => unknown;
/** Whether a look-up of these columns can be answered here. */
export declare function isResident(columns: readonly RowColumn[]): boolean;
export declare class ResidentTable {
    #private;
    readonly version: number;
    constructor(version: number, ids: readonly Candidate[], cells: {
        readers: readonly ReadonlyMap<RowColumn, Reader>[];
        places: Uint32Array;
    }, words: WordIndex, vectors: Float32Array);
    rows<C extends RowColumn>(selection: NamedRows, columns: readonly C[]): Row<C>[];
    bestByWords<C extends RowColumn>(ranking: WordRanking, isWanted: (row: Candidate) => boolean, limit: number, columns: readonly C[]): Found<C>[];
    /** With this table's own statistics, as LanceDB would. */
    searchWords<C extends RowColumn>(terms: Iterable<string>, limit: number, columns: readonly C[]): Found<C>[];
    bestByVector<C extends RowColumn>(vector: Float32Array, isWanted: (row: Candidate) => boolean, limit: number, columns: readonly C[]): Found<C>[];
}
/** @returns null for a table that is too large, or that changed while it was read */
export declare function readResidentTable(table: ReadTable, dimensions: number): Promise<ResidentTable | null>;
export {};
