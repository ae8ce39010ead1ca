/** Rows of which memory holds most columns: the others, such as the text, are all that LanceDB is asked for. */
import type { NamedRows, RowColumn } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
import { type ResidentTable } from './residentTable.ts';
type Row<C extends RowColumn> = Pick<ChunkRow, C>;
/** @param select asks LanceDB for rows by their ids */
export declare function rowsBeside<C extends RowColumn>(resident: ResidentTable, selection: NamedRows, columns: readonly C[], select: (columns: readonly RowColumn[], chunkIds: readonly string[]) => Promise<Row<RowColumn>[]>): Promise<Row<C>[]>;
export {};
