/**
 * The text of a whole file, put together from its rows, for those who have only an index. Every
 * line that is not blank is in a row; of blank ones between rows only the number is known. Pure.
 */

import type { ChunkRow } from '../base/types.ts';
import { damaged } from '../engine/bytes.ts';

export const TEXT_COLUMNS = ['startLine', 'endLine', 'startByte', 'endByte', 'text'] as const;
type TextRow = Pick<ChunkRow, (typeof TEXT_COLUMNS)[number]>;

/** Lines of a file: files that are indexed have a hundredth of them. */
const MOST_LINES = 2 ** 22;

/**
 * @param rows all of one blob, in any order
 * @throws CoraError BROKEN_INDEX for lines that no file has
 */
export function textOfRows(rows: readonly TextRow[]): string {
  const sorted = rows.toSorted((a, b) => a.startByte - b.startByte || a.endByte - b.endByte);
  // The line break behind a row is in none.
  const end = sorted.some(({ text }) => text.includes('\r\n')) ? '\r\n' : '\n';
  const lines: string[] = [];
  let covered = 0;
  for (const { startLine, startByte, endByte, text } of sorted) {
    // A line takes a byte at least.
    if (startLine > MOST_LINES || startLine - 1 > startByte) throw damaged();
    for (const [at, line] of text.split(/\r?\n/).entries()) {
      const place = startLine - 1 + at;
      const before = lines[place];
      // A line that was cut goes on in the next row; parts of a definition may overlap.
      if (before === undefined) lines[place] = line;
      else if (at === 0 && startByte >= covered) lines[place] = before + ' '.repeat(startByte - covered) + line;
    }
    covered = Math.max(covered, endByte);
  }
  return lines.length === 0 ? '' : `${Array.from(lines, (line) => line ?? '').join(end)}${end}`;
}
