/**
 * Words in the rows that the full-text index does not cover yet. LanceDB searches such rows too, but scores them by other
 * statistics, so that they sink below rows that the index knows and would be lost at the limit. They are few (see
 * optimizeTable.ts), so they are read whole and matched here, and each list of candidates is cut by itself.
 */

import type { ChunkRow } from '../base/types.ts';
import type { ReadTable } from './readTable.ts';
import { decodeRows } from './schema.ts';
import type { Candidate, RowColumn } from './storePort.ts';

/** The index's name is LanceDB's: column + `_idx`. */
export const WORD_INDEX = 'searchText_idx';

const COLUMNS = ['chunkId', 'blobSha', 'language', 'searchText'] as const;

export interface WordTail {
  version: number;
  columns: readonly RowColumn[];
  rows: { row: Omit<Candidate, 'score'>; words: string[] }[];
}

/** The number of rows outside the index; all of them where there is no index. */
export async function countUnindexed(table: ReadTable): Promise<number> {
  return (await table.unindexedRows(WORD_INDEX)) ?? (await table.countRows());
}

/**
 * Rows are appended behind the indexed ones and compaction keeps their order, so the uncovered rows are the last ones.
 *
 * @param known the tail read before; given back when the table has not changed since
 */
export async function readWordTail(
  table: ReadTable,
  known: WordTail | null,
  columns: readonly RowColumn[],
): Promise<WordTail> {
  const version = await table.version();
  const knows = (column: RowColumn): boolean => known?.columns.includes(column) === true;
  if (known?.version === version && (known.rows.length === 0 || columns.every(knows))) return known;
  const unindexed = await countUnindexed(table);
  if (unindexed === 0) return { version, columns, rows: [] };
  // Two kinds of queries take turns with the columns that they want.
  const wanted = [...new Set<RowColumn>([...COLUMNS, ...(known?.columns ?? []), ...columns])];
  const first = (await table.countRows()) - unindexed;
  const offsets = Array.from({ length: unindexed }, (_, i) => first + i);
  const rows: WordTail['rows'] = [];
  for await (const batch of table.select({ offsets, columns: wanted })) {
    for (const row of decodeRows(batch, wanted)) rows.push({ row, words: row.searchText.split(' ') });
  }
  return { version, columns: wanted, rows };
}

/** Rows of the tail that hold any of the terms, best first: by how many different terms, then by how often. */
export function matchWordTail<C extends RowColumn>(
  tail: WordTail,
  terms: ReadonlySet<string>,
  limit: number,
): (Candidate & Pick<ChunkRow, C>)[] {
  const found: (Candidate & Pick<ChunkRow, C>)[] = [];
  for (const { row, words } of tail.rows) {
    const counts = new Map<string, number>();
    for (const word of words) if (terms.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    if (counts.size > 0) found.push({ ...(row as Candidate & Pick<ChunkRow, C>), score: scoreOf(counts) });
  }
  return found.sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1)).slice(0, limit);
}

/** Okapi's saturation, without the statistics that a handful of rows cannot have. */
function scoreOf(counts: ReadonlyMap<string, number>): number {
  let score = 0;
  for (const count of counts.values()) score += (count * 2.2) / (count + 1.2);
  return score;
}
