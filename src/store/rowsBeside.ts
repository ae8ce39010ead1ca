/** Rows of which memory holds most columns: the others, such as the text, are all that LanceDB is asked for. */

import type { NamedRows, RowColumn } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
import { isResident, type ResidentTable } from './residentTable.ts';

type Row<C extends RowColumn> = Pick<ChunkRow, C>;

/** @param select asks LanceDB for rows by their ids */
export async function rowsBeside<C extends RowColumn>(
  resident: ResidentTable,
  selection: NamedRows,
  columns: readonly C[],
  select: (columns: readonly RowColumn[], chunkIds: readonly string[]) => Promise<Row<RowColumn>[]>,
): Promise<Row<C>[]> {
  const [here, there] = [columns.filter((column) => isResident([column])), columns.filter((one) => !isResident([one]))];
  const known = resident.rows(selection, ['chunkId', ...here]);
  const ids = known.map(({ chunkId }) => chunkId);
  const asked = ids.length === 0 ? [] : await select(['chunkId', ...there], ids);
  const byId = new Map(asked.map((row) => [row.chunkId, row]));
  const wantsId = (columns as readonly RowColumn[]).includes('chunkId');
  return known.flatMap((row) => {
    const rest = byId.get(row.chunkId);
    if (rest === undefined) return [];
    const { chunkId, ...others } = { ...rest, ...row };
    return [(wantsId ? { chunkId, ...others } : others) as Row<C>];
  });
}
