/** Rows that the table does not hold, those of uncommitted edits, take their places among the best of it. Pure. */

import type { ChunkRow } from '../base/types.ts';
import { compareScored } from './bestOf.ts';
import type { Candidate, RowColumn } from './storePort.ts';

type Found<C extends RowColumn> = Candidate & Pick<ChunkRow, C>;

/**
 * @param stored the best `limit` of the table
 * @param scoreOf as the table's rows are scored; null for a row that nothing speaks for
 * @returns the best `limit` of both
 */
export function bestBeside<C extends RowColumn>(
  stored: Found<C>[],
  beside: readonly ChunkRow[],
  isWanted: (row: Candidate) => boolean,
  scoreOf: (row: ChunkRow) => number | null,
  limit: number,
): Found<C>[] {
  const found = beside.flatMap((row) => {
    const score = scoreOf(row);
    const candidate = score === null ? null : { ...row, score };
    return candidate !== null && isWanted(candidate) ? [candidate] : [];
  });
  return found.length === 0 ? stored : [...stored, ...found].sort(compareScored).slice(0, limit);
}
