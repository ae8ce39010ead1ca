/**
 * The table in memory, for processes that answer many queries: a look-up in LanceDB costs 3 to 10 ms, one here 0.1 to 3. A row
 * never changes, so what was read stays right; which rows there are belongs to one version of the table, and a newer version is
 * read anew. Columns stay as the bytes that LanceDB sent and are decoded for the rows that are asked for.
 *
 * About 2 kB a row. Texts are left out: people see a few of them, and those come from their blobs. Of a large table only what finds
 * rows is kept, words and vectors, about 0.9 kB a row: the few that are found are read from LanceDB.
 */
import type { Candidate, NamedRows, RowColumn, WordRanking } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
import { ByteVectors } from './byteVectors.ts';
import type { ReadTable } from './readTable.ts';
import { type WordIndex } from './wordIndex.ts';
/** How many rows a table may have at most. */
export interface ResidentLimits {
    /** To be kept with its columns. */
    whole: number;
    /** To be kept at all. */
    found: number;
}
/** 100,000 rows take some 200 MB with their columns, a million some 900 MB without. */
export declare const RESIDENT_LIMITS: ResidentLimits;
type Row<C extends RowColumn> = Pick<ChunkRow, C>;
type Found<C extends RowColumn> = Candidate & Row<C>;
type Reader = (row: number) => unknown;
/** Where the columns of the rows are. */
interface Cells {
    /** By row: its batch's columns, and its place in the batch. None of a table of which no columns are kept. */
    readers: readonly ReadonlyMap<RowColumn, Reader>[];
    places: Uint32Array;
}
export declare class ResidentTable {
    #private;
    readonly version: number;
    constructor(version: number, ids: readonly Candidate[], cells: Cells, words: WordIndex, vectors: ByteVectors);
    /** Whether a column can be read here. */
    holds(column: RowColumn): boolean;
    rows<C extends RowColumn>(selection: NamedRows, columns: readonly C[]): Row<C>[];
    bestByWords<C extends RowColumn>(ranking: WordRanking, isWanted: (row: Candidate) => boolean, limit: number, columns: readonly C[]): Found<C>[];
    /** With this table's own statistics, as LanceDB would. */
    searchWords<C extends RowColumn>(terms: Iterable<string>, limit: number, columns: readonly C[]): Found<C>[];
    bestByVector<C extends RowColumn>(vector: Float32Array, isWanted: (row: Candidate) => boolean, limit: number, columns: readonly C[]): Found<C>[];
}
/** @returns null for a table that is too large, or that changed while it was read */
export declare function readResidentTable(table: ReadTable, dimensions: number, limits: ResidentLimits): Promise<ResidentTable | null>;
export {};
