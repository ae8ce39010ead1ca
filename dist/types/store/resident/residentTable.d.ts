/**
 * The table in memory, for processes that answer many queries: a look-up in LanceDB costs 3 to 10
 * ms, one here 0.1 to 3. A row never changes, so what was read stays right; which rows there are
 * belongs to one version of the table. The next version is mostly the same: it is made of the parts
 * of this one, without the rows that have gone, and a part with those that came. How it is read is
 * readResident.ts.
 *
 * About 2 kB a row. Texts are left out: people see a few of them, and those come from their blobs.
 * A large table keeps only what finds rows, words and vectors, about 0.9 kB a row: the few that are
 * found are read from LanceDB.
 */
import type { BlobKey } from '../../base/types.ts';
import { type Candidate, type FoundRow, type IsWanted, type WordRanking } from '../rankRows.ts';
import { type NamedRows, type RowColumn, type RowOf } from '../schema.ts';
import type { ByteVectors } from './byteVectors.ts';
import type { WordIndex } from './wordIndex.ts';
/** Rows that were read together, of which some have gone since. */
export interface ResidentPart {
    rows: ResidentRows;
    gone: ReadonlySet<number>;
}
export declare class ResidentTable {
    readonly version: number;
    /** The first was read as a whole, the others came in this order. */
    readonly parts: readonly ResidentPart[];
    readonly size: number;
    constructor(version: number, parts: readonly ResidentPart[]);
    get hasColumns(): boolean;
    /** True if a column can be read here. */
    holds(column: RowColumn): boolean;
    rows<C extends RowColumn>(selection: NamedRows, columns: readonly C[]): RowOf<C>[];
    bestByWords<C extends RowColumn>(ranking: WordRanking, isWanted: IsWanted, limit: number, columns: readonly C[]): FoundRow<C>[];
    /** Returns `most` of the rows with any of the terms. */
    rowsWithTerms<C extends RowColumn>(terms: Iterable<string>, most: number, columns: readonly C[]): FoundRow<C>[];
    bestByVector<C extends RowColumn>(vector: Float32Array, isWanted: IsWanted, limit: number, columns: readonly C[]): FoundRow<C>[];
}
export declare const KEPT: (keyof import("../../base/types.ts").ChunkRow)[];
/** The columns that every row needs, whatever else is kept. */
export declare const IDENTITY: readonly RowColumn[];
export type CellReader = (place: number) => unknown;
interface ResidentCells {
    /** By row: what tells it from others. */
    ids: readonly Candidate[];
    /**
     * By row: what LanceDB calls it. It stays until a writer moves the row, and no other row ever has
     * it.
     */
    rowIds: Float64Array;
    /** By row: its batch's columns, and its place in the batch. None where no columns are kept. */
    readers: readonly ReadonlyMap<RowColumn, CellReader>[];
    places: Uint32Array;
    words: WordIndex;
    vectors: ByteVectors;
}
export declare class ResidentRows {
    #private;
    readonly size: number;
    readonly rowIds: Float64Array;
    readonly words: WordIndex;
    readonly vectors: ByteVectors;
    constructor(cells: ResidentCells);
    get hasColumns(): boolean;
    idOf(row: number): Candidate;
    ofChunk(chunkId: string): number | undefined;
    ofBlob(key: BlobKey): readonly number[];
    read(row: number, columns: readonly RowColumn[]): Record<RowColumn, unknown>;
}
/** Asks LanceDB for rows by their ids. */
type SelectById = (columns: readonly RowColumn[], chunkIds: readonly string[]) => Promise<RowOf<RowColumn>[]>;
export declare function rowsBeside<C extends RowColumn>(resident: ResidentTable, selection: NamedRows, columns: readonly C[], select: SelectById): Promise<RowOf<C>[]>;
/**
 * @param find brings rows with those of the columns that are in memory
 * @returns them with all columns, in their order; without those that have gone from the table since
 */
export declare function fillRows<C extends RowColumn, R extends {
    chunkId: string;
}>(resident: ResidentTable, columns: readonly C[], find: (here: readonly C[]) => R[], select: SelectById): Promise<(R & RowOf<C>)[]>;
export {};
