/** All rows of a table, batch after batch. */

import type { ChunkRow } from '../base/types.ts';
import type { ReadTable } from './readTable.ts';
import { decodeRows } from './schema.ts';
import type { RowColumn } from './storePort.ts';

type Row<C extends RowColumn> = Pick<ChunkRow, C>;

/** @param recover moves a stale table to its newest version; throws what cannot be mended that way */
export async function* scanRows<C extends RowColumn>(
  table: ReadTable,
  columns: readonly C[],
  recover: (error: unknown, attempt: number) => Promise<void>,
): AsyncGenerator<Row<C>[]> {
  // Ids are remembered so that a scan whose version was cleaned up under it goes on with the newest one.
  const seen = new Set<string>();
  const wanted = [...new Set<RowColumn>(['chunkId', ...columns])];
  for (let attempt = 0; ; attempt++) {
    try {
      for await (const batch of table.select({ columns: wanted })) {
        const ids = decodeRows(batch, ['chunkId']);
        const fresh = attempt === 0 ? null : ids.map(({ chunkId }) => !seen.has(chunkId));
        for (const { chunkId } of ids) seen.add(chunkId);
        const rows = decodeRows(batch, columns);
        yield fresh === null ? rows : rows.filter((_, i) => fresh[i]);
      }
      return;
    } catch (error) {
      await recover(error, attempt);
    }
  }
}

/** @param keys what `isWanted` looks at, brought along and left out again */
export async function scanFor<C extends RowColumn, K extends RowColumn>(
  scan: (columns: readonly (C | K)[]) => AsyncIterable<Row<C | K>[]>,
  columns: readonly C[],
  keys: readonly K[],
  isWanted: (row: Row<C | K>) => boolean,
): Promise<Row<C>[]> {
  const found: Row<C>[] = [];
  const surplus = keys.filter((key) => !(columns as readonly RowColumn[]).includes(key));
  for await (const rows of scan([...columns, ...surplus])) {
    for (const row of rows) {
      if (!isWanted(row)) continue;
      for (const key of surplus) delete (row as Partial<ChunkRow>)[key];
      found.push(row);
    }
  }
  return found;
}
