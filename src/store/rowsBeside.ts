/** Rows of which memory holds most columns: the others, such as the text, are all that LanceDB is asked for. */

import type { ChunkRow } from '../base/types.ts';
import type { ResidentTable } from './residentTable.ts';
import type { NamedRows, RowColumn } from './storePort.ts';

type Row<C extends RowColumn> = Pick<ChunkRow, C>;

/** Asks LanceDB for rows by their ids. */
export type SelectById = (columns: readonly RowColumn[], chunkIds: readonly string[]) => Promise<Row<RowColumn>[]>;

export async function rowsBeside<C extends RowColumn>(
  resident: ResidentTable,
  selection: NamedRows,
  columns: readonly C[],
  select: SelectById,
): Promise<Row<C>[]> {
  const rows = await fillRows(resident, columns, (here) => resident.rows(selection, ['chunkId', ...here]), select);
  if ((columns as readonly RowColumn[]).includes('chunkId')) return rows;
  return rows.map(({ chunkId, ...others }) => others as Row<C>);
}

/**
 * @param find brings rows with those of the columns that are in memory
 * @returns them with all columns, in their order; without those that have gone from the table since
 */
export async function fillRows<C extends RowColumn, R extends { chunkId: string }>(
  resident: ResidentTable,
  columns: readonly C[],
  find: (here: readonly C[]) => R[],
  select: SelectById,
): Promise<(R & Row<C>)[]> {
  const there = columns.filter((column) => !resident.holds(column));
  const found = find(columns.filter((column) => resident.holds(column)));
  if (there.length === 0 || found.length === 0) return found as (R & Row<C>)[];
  const asked = await select(
    ['chunkId', ...there],
    found.map(({ chunkId }) => chunkId),
  );
  const byId = new Map(asked.map((row) => [row.chunkId, row]));
  return found.flatMap((row) => {
    const rest = byId.get(row.chunkId);
    return rest === undefined ? [] : [{ ...rest, ...row } as R & Row<C>];
  });
}
