/** The last result of a budget is shortened rather than dropped, as long as it still says what it is. Pure. */

import { estimateTokens } from '../base/estimateTokens.ts';
import type { Frame } from '../base/frame.ts';
import { mostThatFits } from '../base/mostThatFits.ts';
import type { LineRange } from '../base/searchTypes.ts';
import { termsOf } from '../base/words.ts';
import type { QueryWords } from './queryWords.ts';
import { clipRanges, shownText } from './segments.ts';
import type { Placed } from './show/placeChunk.ts';

export interface Fitted {
  placed: Placed;
  tokens: number;
}

/** A shortened result has its declaration and these many lines at least, but for one that there must be. */
const LEAST_LINES = 5;

/**
 * @param signature on one line, '' for none
 * @param room tokens
 * @param must the query's words where a line has to be given even if it does not fit: an answer with nothing in it helps nobody
 * @param tokensOf of what is written for it: see tokensOfPlaced
 * @returns the result itself, or its chunk's first lines; where there must be one and the line that matches best is not among
 * them, the statement, paragraph or line that matches; null where less than the least would fit
 */
export function fitTokens(
  placed: Placed,
  signature: string,
  room: number,
  must: QueryWords | null,
  tokensOf: (placed: Placed) => number,
): Fitted | null {
  const whole = tokensOf(placed);
  if (whole <= room) return { placed, tokens: whole };
  const all = placed.text.split('\n').slice(0, placed.endLine - placed.startLine + 1);
  const cutter = { placed, lines: all, room, tokensOf };
  const startLine = firstLine(placed);
  if (must !== null) return fitMatch(cutter, startLine, must);
  const lines = all.slice(startLine - placed.startLine);
  const least = Math.max(LEAST_LINES, lines.findIndex((line) => declares(line, signature)) + 1);
  if (lines.length < least) return null;
  const most = mostFrom(cutter, startLine, least);
  const count = upToBound(placed.frame, lines, startLine, least, most);
  const fitted = count === null ? null : fittedOf(cutter, startLine, count);
  return fitted === null || fitted.tokens > room ? null : fitted;
}

interface Cutter {
  placed: Placed;
  /** The lines of the placed text. */
  lines: readonly string[];
  room: number;
  tokensOf: (placed: Placed) => number;
}

/** From as far above the line that matches best as has room for it, too. */
function fitMatch(cutter: Cutter, startLine: number, words: QueryWords): Fitted {
  const { placed, lines, room } = cutter;
  const match = matchingLine(placed, lines, words);
  for (const from of new Set([startLine, beginAbove(placed, lines, match, startLine)])) {
    const least = match - from + 1;
    const most = mostFrom(cutter, from, 1);
    if (most < least) continue;
    const after = lines.slice(from - placed.startLine);
    const fitted = fittedOf(cutter, from, upToBound(placed.frame, after, from, least, most) ?? most);
    if (fitted.tokens <= room) return fitted;
  }
  const most = mostFrom(cutter, match, 1);
  const below = upToBound(placed.frame, lines.slice(match - placed.startLine), match, 1, most) ?? most;
  const above = mostThatFits(0, match - startLine, (more) => {
    return fittedOf(cutter, match - more, more + below).tokens <= room;
  });
  return fittedOf(cutter, match - above, above + below);
}

function mostFrom(cutter: Cutter, startLine: number, least: number): number {
  const most = cutter.placed.endLine - startLine + 1;
  return mostThatFits(least, most, (count) => fittedOf(cutter, startLine, count).tokens <= cutter.room);
}

function fittedOf({ placed, lines, tokensOf }: Cutter, startLine: number, count: number): Fitted {
  const range = { startLine, endLine: startLine + count - 1 };
  const { elided: _, ...rest } = placed;
  const elided = clipRanges(placed.elided ?? [], range);
  const from = startLine - placed.startLine;
  const cut = { ...rest, ...range, text: lines.slice(from, from + count).join('\n') };
  const shown = elided.length === 0 ? cut : { ...cut, elided };
  return { placed: shown, tokens: tokensOf(shown) };
}

/** Where the chunk begins, or the statement that it begins in; not before what is shown. */
function firstLine({ startLine, chunk, frame }: Placed): number {
  if (!frame.isKnown) return Math.max(startLine, chunk.startLine);
  for (let line = chunk.startLine; line > startLine; line--) if (frame.isBegin(line)) return line;
  return startLine;
}

/** The first of the chunk's lines with the most words of the query, rare ones first; its first line where none has any. */
function matchingLine(placed: Placed, lines: readonly string[], { stems }: QueryWords): number {
  const { startLine, chunk, elided = [] } = placed;
  const shown = [...lines.entries()].flatMap(([at, text]) => {
    const line = startLine + at;
    const isShown =
      line >= chunk.startLine && line <= chunk.endLine && clipRanges(elided, lineRange(line)).length === 0;
    const found = new Set(termsOf(text).words.filter((word) => stems.has(word)));
    return isShown && text.trim() !== '' ? [{ line, found }] : [];
  });
  const linesWith = (word: string): number => shown.filter(({ found }) => found.has(word)).length;
  const worth = new Map([...stems].map((word) => [word, 1 / linesWith(word)]));
  const scoreOf = (found: ReadonlySet<string>): number => [...found].reduce((sum, word) => sum + worth.get(word)!, 0);
  const best = Math.max(...shown.map(({ found }) => scoreOf(found)));
  return shown.find(({ found }) => scoreOf(found) === best)?.line ?? Math.max(startLine, chunk.startLine);
}

function lineRange(line: number): LineRange {
  return { startLine: line, endLine: line };
}

/** The nearest line at which a statement or paragraph begins. */
function beginAbove({ startLine, frame }: Placed, lines: readonly string[], from: number, least: number): number {
  for (let line = from; line > least; line--)
    if (frame.isBegin(line) || (lines[line - startLine - 1] ?? '').trim() === '') return line;
  return least;
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

/** Tokens of the text that is shown and of the line that names its place. */
export function tokensOfPlaced(path: string, placed: Placed): number {
  return estimateTokens(`${path}:${placed.startLine}-${placed.endLine}\n${shownText(placed)}`);
}

export function declares(line: string, signature: string): boolean {
  const [bare, wanted] = [line.replace(/\s+/g, ''), signature.replace(/\s+/g, '')];
  return bare.length > 2 && wanted !== '' && (wanted.startsWith(bare) || bare.startsWith(wanted));
}
