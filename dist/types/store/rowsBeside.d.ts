/** Rows of which memory holds most columns: the others, such as the text, are all that LanceDB is asked for. */
import type { NamedRows, RowColumn } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
import type { ResidentTable } from './residentTable.ts';
type Row<C extends RowColumn> = Pick<ChunkRow, C>;
/** Asks LanceDB for rows by their ids. */
export type SelectById = (columns: readonly RowColumn[], chunkIds: readonly string[]) => Promise<Row<RowColumn>[]>;
export declare function rowsBeside<C extends RowColumn>(resident: ResidentTable, selection: NamedRows, columns: readonly C[], select: SelectById): Promise<Row<C>[]>;
/**
 * @param find brings rows with those of the columns that are in memory
 * @returns them with all columns, in their order; without those that have gone from the table since
 */
export declare function fillRows<C extends RowColumn, R extends {
    chunkId: string;
}>(resident: ResidentTable, columns: readonly C[], find: (here: readonly C[]) => R[], select: SelectById): Promise<(R & Row<C>)[]>;
export {};
