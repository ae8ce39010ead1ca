/**
 * A file as its chunks hold it, for those who have an index without the repository: every line that
 * is not blank is in a chunk, so what is between them are blank lines. What stands in such lines
 * (spaces), and blank lines at the end, are not known. Pure.
 */

import type { ChunkRow } from '../base/types.ts';

export type LinedRow = Pick<ChunkRow, 'startLine' | 'endLine' | 'startByte' | 'endByte' | 'text'>;

/**
 * @param rows all rows of one blob, in any order; neighbours may share lines
 * @returns the lines of the file, the first at 0
 */
export function linesOfRows(rows: readonly LinedRow[]): string[] {
  const lines: string[] = [];
  let endByte = 0;
  for (const row of rows.toSorted((a, b) => a.startByte - b.startByte || b.endByte - a.endByte)) {
    const own = row.text.split('\n');
    const known = lines[row.startLine - 1];
    // A line that is too long for one chunk comes in pieces.
    const isRest = known !== undefined && row.startByte >= endByte && row.startByte > 0;
    own.forEach((text, at) => {
      const line = row.startLine - 1 + at;
      while (lines.length < line) lines.push('');
      if (at === 0 && isRest) lines[line] = `${known}${text}`;
      else if (lines[line] === undefined || lines[line]!.length < text.length) lines[line] = text;
    });
    endByte = Math.max(endByte, row.endByte);
  }
  return lines;
}
