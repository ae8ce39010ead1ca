/** One line of code: the part that fits, in its colours, with marked words. */

import { columnsOf, widthOf } from './renderText.ts';

/** Colours of one line: an SGR colour (30 to 37, 90 to 97) for each UTF-16 code unit, 0 for the terminal's own. */
export type LineColors = Uint8Array;

/** UTF-16 code units of a line, half-open. */
export interface Span {
  start: number;
  end: number;
}

export interface LineOptions {
  color: boolean;
  /** Columns. */
  width: number;
  /** Colours from the highlighter; null for none. */
  colors: LineColors | null;
}

/** @param line without control characters
 *  @param marks sorted, not overlapping; bold and underlined where there are colours */
export function renderLine(line: string, marks: readonly Span[], options: LineOptions): string {
  const { from, to } = windowOf(line, marks[0], options.width);
  const lead = from > 0 ? '…' : '';
  const trail = to < line.length ? '…' : '';
  if (!options.color) return lead + line.slice(from, to) + trail;
  return lead + paintRange(line, marks, options.colors, from, to) + trail;
}

/** The part of the line that is shown: its start, unless the first mark would be cut off. */
function windowOf(line: string, mark: Span | undefined, width: number): { from: number; to: number } {
  if (widthOf(line) <= width) return { from: 0, to: line.length };
  const start = fittingEnd(line, 0, width - 1);
  if (mark === undefined || mark.end <= start) return { from: 0, to: start };
  let from = Math.max(0, mark.start - Math.floor(width / 3));
  if (/[\udc00-\udfff]/.test(line[from] ?? '')) from -= 1;
  const rest = widthOf(line.slice(from));
  return { from, to: rest <= width - 1 ? line.length : fittingEnd(line, from, width - 2) };
}

function fittingEnd(line: string, from: number, width: number): number {
  let used = 0;
  let at = from;
  for (const char of line.slice(from)) {
    used += columnsOf(char);
    if (used > width) break;
    at += char.length;
  }
  return at;
}

function paintRange(line: string, marks: readonly Span[], colors: LineColors | null, from: number, to: number): string {
  let out = '';
  let color = 0;
  let marked = false;
  for (let at = from; at < to; at++) {
    const wantedMark = marks.some((mark) => at >= mark.start && at < mark.end);
    const wantedColor = colors?.[at] ?? 0;
    if (wantedMark !== marked) out += wantedMark ? '\x1b[1;4m' : '\x1b[22;24m';
    if (wantedColor !== color) out += `\x1b[${wantedColor === 0 ? 39 : wantedColor}m`;
    marked = wantedMark;
    color = wantedColor;
    out += line[at];
  }
  return out + (marked ? '\x1b[22;24m' : '') + (color === 0 ? '' : '\x1b[39m');
}
