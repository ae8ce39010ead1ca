/** Some lines of a text, as many as are asked for and fit. Pure. */

import { CoraError } from '../base/errors.ts';
import { mostThatFits } from '../base/tokenBudget.ts';

export interface ShownLines {
  /** The lines that are shown; both 0 for an empty file. */
  startLine: number;
  endLine: number;
  /** Lines of the whole file. */
  fileLines: number;
  /** Less is shown than was asked for. */
  truncated: boolean;
  /** Verbatim but for secrets, without the last line's end. */
  text: string;
}

/**
 * @param fits whether as much may be shown
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
  if (last < startLine) throw new CoraError('USAGE', `Line ${endLine} is before line ${startLine}.`);
  const upTo = (end: number): ShownLines => {
    const shown = lines.slice(startLine - 1, end).join('\n');
    return { startLine, endLine: end, fileLines, truncated: end < last, text: shown };
  };
  const whole = upTo(last);
  if (fits(whole)) return whole;
  const most = upTo(mostThatFits(startLine, last, (end) => fits(upTo(end))));
  return most.endLine > startLine || fits(most) ? most : pieceOf(most, fits);
}

/** The beginning of one line that a budget has room for. */
function pieceOf(line: ShownLines, fits: (shown: ShownLines) => boolean): ShownLines {
  const first = (count: number): ShownLines => ({ ...line, truncated: true, text: line.text.slice(0, count) });
  const { text, ...piece } = first(mostThatFits(1, line.text.length, (count) => fits(first(count))));
  // Not between the two halves of a character.
  return { ...piece, text: text.replace(/[\ud800-\udbff]$/, '') };
}
