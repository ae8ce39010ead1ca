/** The last result of a budget is shortened rather than dropped, as long as it still says what it is. Pure. */

import type { Frame } from '../frame.ts';
import { mostThatFits } from '../mostThatFits.ts';
import { estimateTokens } from './estimateTokens.ts';
import type { Placed } from './placeChunk.ts';
import { clipRanges, shownText } from './segments.ts';

export interface Fitted {
  placed: Placed;
  tokens: number;
}

/** A shortened result has its declaration and these many lines at least. */
const LEAST_LINES = 5;

/**
 * @param signature on one line, '' for none
 * @param room tokens
 * @param must give a first line even where it does not fit: an answer with nothing in it helps nobody
 * @param tokensOf of what is written for it: see tokensOfPlaced
 * @returns the result itself, or its chunk's first lines; null where less than the least would fit
 */
export function fitTokens(
  placed: Placed,
  signature: string,
  room: number,
  must: boolean,
  tokensOf: (placed: Placed) => number,
): Fitted | null {
  const whole = tokensOf(placed);
  if (whole <= room) return { placed, tokens: whole };
  const startLine = firstLine(placed);
  const lines = placed.text.split('\n').slice(startLine - placed.startLine, placed.endLine - placed.startLine + 1);
  const first = (count: number): Placed => {
    const range = { startLine, endLine: startLine + count - 1 };
    const { elided: _, ...rest } = placed;
    const elided = clipRanges(placed.elided ?? [], range);
    const cut = { ...rest, ...range, text: lines.slice(0, count).join('\n') };
    return elided.length === 0 ? cut : { ...cut, elided };
  };
  const declared = lines.findIndex((line) => declares(line, signature)) + 1;
  const least = must ? 1 : Math.max(LEAST_LINES, declared);
  if (lines.length < least) return null;
  const most = mostThatFits(least, lines.length, (count) => tokensOf(first(count)) <= room);
  const count = upToBound(placed.frame, lines, startLine, least, most);
  if (count === null && !must) return null;
  const cut = first(count ?? most);
  const tokens = tokensOf(cut);
  return tokens <= room || must ? { placed: cut, tokens } : null;
}

/** Where the chunk begins, or the statement that it begins in; not before what is shown. */
function firstLine({ startLine, chunk, frame }: Placed): number {
  if (!frame.isKnown) return Math.max(startLine, chunk.startLine);
  for (let line = chunk.startLine; line > startLine; line--) if (frame.isBegin(line)) return line;
  return startLine;
}

/** @returns how many lines, `most` at most: up to where a statement ends; null where none does */
export function upToBound(
  frame: Frame,
  lines: readonly string[],
  startLine: number,
  least: number,
  most: number,
): number | null {
  const up = (isBound: (count: number) => boolean): number | null => {
    for (let count = most; count >= least; count--) if (isBound(count)) return count;
    return null;
  };
  const isParagraph = (count: number): boolean => lines[count - 1]!.trim() !== '' && (lines[count] ?? '').trim() === '';
  if (frame.isKnown) return up((count) => frame.isEnd(startLine + count - 1));
  return up(isParagraph) ?? most;
}

/** Of its text, as far as it is shown, and of the line that names its place. */
export function tokensOfPlaced(path: string, placed: Placed): number {
  return estimateTokens(`${path}:${placed.startLine}-${placed.endLine}\n${shownText(placed)}`);
}

export function declares(line: string, signature: string): boolean {
  const [bare, wanted] = [line.replace(/\s+/g, ''), signature.replace(/\s+/g, '')];
  return bare.length > 2 && wanted !== '' && (wanted.startsWith(bare) || bare.startsWith(wanted));
}
