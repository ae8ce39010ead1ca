/** Cuts some lines out of a text, as many as are asked for and fit. Pure. */

import { CoraError } from '../base/errors.ts';
import { mostThatFits } from '../base/tokenBudget.ts';
import type { ChunkRow } from '../base/types.ts';
import { damaged } from '../engine/bytes.ts';

export interface ShownLines {
  /** The lines that are shown; both 0 for an empty file. */
  startLine: number;
  endLine: number;
  /** Lines of the whole file. */
  fileLines: number;
  /** True if fewer lines are shown than were asked for. */
  truncated: boolean;
  /** The original text, except for secrets, without the last line's end. */
  text: string;
}

/**
 * @param fits tells if these lines may be shown
 * @throws CoraError USAGE for lines that the file does not have
 */
export function cutLines(
  text: string,
  { path, startLine = 1, endLine }: { path: string; startLine?: number; endLine?: number },
  fits: (shown: ShownLines) => boolean,
): ShownLines {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const fileLines = lines.length;
  if (fileLines === 0) return { startLine: 0, endLine: 0, fileLines, truncated: false, text: '' };
  if (startLine > fileLines)
    throw new CoraError('USAGE', `${path} ends at line ${fileLines}.`, { hint: 'Ask for lines that it has.' });
  const last = Math.min(endLine ?? fileLines, fileLines);
  if (last < startLine)
    throw new CoraError('USAGE', `Line ${endLine} is before line ${startLine}.`, {
      hint: 'Give the smaller number first.',
    });
  const upTo = (end: number): ShownLines => {
    const shown = lines.slice(startLine - 1, end).join('\n');
    return { startLine, endLine: end, fileLines, truncated: end < last, text: shown };
  };
  const whole = upTo(last);
  if (fits(whole)) return whole;
  const most = upTo(mostThatFits(startLine, last, (end) => fits(upTo(end))));
  return most.endLine > startLine || fits(most) ? most : pieceOf(most, fits);
}

/** Returns the beginning of a single line, as much as fits. */
function pieceOf(line: ShownLines, fits: (shown: ShownLines) => boolean): ShownLines {
  const first = (count: number): ShownLines => ({ ...line, truncated: true, text: line.text.slice(0, count) });
  const { text, ...piece } = first(mostThatFits(1, line.text.length, (count) => fits(first(count))));
  // Does not cut a surrogate pair in two.
  return { ...piece, text: text.replace(/[\ud800-\udbff]$/, '') };
}

// Makes the text of a whole file from its rows, for callers that have only an index. Every line
// that is not blank is in a row. Of blank lines between rows only the number is known. Pure.

export const TEXT_COLUMNS = ['startLine', 'endLine', 'startByte', 'endByte', 'text'] as const;
type TextRow = Pick<ChunkRow, (typeof TEXT_COLUMNS)[number]>;

/** The most lines of a file; indexed files have at most a hundredth of it. */
const MOST_LINES = 2 ** 22;

/**
 * @param rows all rows of one blob, in any order
 * @throws CoraError BROKEN_INDEX for lines that no file can have
 */
export function textOfRows(rows: readonly TextRow[]): string {
  const sorted = rows.toSorted((a, b) => a.startByte - b.startByte || a.endByte - b.endByte);
  // The line break behind a row is not in its text, so its kind is taken from the others.
  const end = sorted.some(({ text }) => text.includes('\r\n')) ? '\r\n' : '\n';
  const lines: string[] = [];
  let covered = 0;
  for (const { startLine, startByte, endByte, text } of sorted) {
    // Each line takes at least one byte.
    if (startLine > MOST_LINES || startLine - 1 > startByte) throw damaged();
    for (const [at, line] of text.split(/\r?\n/).entries()) {
      const place = startLine - 1 + at;
      const before = lines[place];
      // A line that was cut continues in the next row. Parts of a definition may overlap.
      if (before === undefined) lines[place] = line;
      else if (at === 0 && startByte >= covered) lines[place] = before + ' '.repeat(startByte - covered) + line;
    }
    covered = Math.max(covered, endByte);
  }
  return lines.length === 0 ? '' : `${Array.from(lines, (line) => line ?? '').join(end)}${end}`;
}
