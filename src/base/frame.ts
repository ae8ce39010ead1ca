/**
 * A frame is what a chunk's row knows of the lines around it: the lines of its whole definition,
 * and the lines at which an excerpt may begin and end. The parser writes it when the file is
 * indexed, because whoever shows the chunk has only lines. Pure.
 */

import type { LineRange } from './searchTypes.ts';

/**
 * For each line of a file, 1-based: BEGIN where a statement, declaration or paragraph begins, END
 * where one ends, or both.
 */
export type Bounds = Uint8Array;
export const FRAME_BEGIN = 1;
export const FRAME_END = 2;

/**
 * The most lines that a result shows without --lines. A frame describes as many lines on each side
 * of its chunk. If you change this number, rows change: raise COLUMNS in version.ts.
 */
export const SHOWN_LINES = 40;

/** Each character stands for three lines, two bits for each. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LINES_IN_DIGIT = 3;

/** The frame that knows nothing. */
export const NO_FRAME = ':';

const WRITTEN = /^(?:(?<from>\d{1,9})-(?<to>\d{1,9}))?:(?<digits>[\w-]*)$/;

export function isFrame(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 100_000 && WRITTEN.test(value);
}

/** @param chunk the lines of the chunk; read the frame with the same ones */
export function writeFrame(chunk: LineRange, definition: LineRange | null, bounds: Bounds): string {
  const first = firstKnown(chunk.startLine);
  let digits = '';
  let filled = 0;
  const last = Math.min(lastKnown(chunk.endLine), bounds.length - 1);
  for (let line = first; line <= last; line += LINES_IN_DIGIT) {
    const digit = (bounds[line] ?? 0) | ((bounds[line + 1] ?? 0) << 2) | ((bounds[line + 2] ?? 0) << 4);
    digits += DIGITS[digit]!;
    if (digit !== 0) filled = digits.length;
  }
  const range = definition === null ? '' : `${definition.startLine}-${definition.endLine}`;
  return `${range}:${digits.slice(0, filled)}`;
}

/** Reads a frame: where statements begin and end, in the chunk and around it. */
export class Frame {
  /** Null if the chunk has no name. */
  readonly definition: LineRange | null;
  readonly #first: number;
  readonly #last: number;
  readonly #digits: string;

  /** @param chunk the lines of the chunk whose frame this is */
  constructor({ startLine, endLine }: LineRange, frame: string) {
    const { from, to, digits = '' } = WRITTEN.exec(frame)?.groups ?? {};
    this.definition = from === undefined ? null : { startLine: Number(from), endLine: Number(to) };
    this.#first = firstKnown(startLine);
    this.#last = lastKnown(endLine);
    this.#digits = digits;
  }

  /** True if the frame knows where statements begin and end. */
  get isKnown(): boolean {
    return this.#digits !== '';
  }

  /** True if the frame describes this line. */
  knows(line: number): boolean {
    return this.isKnown && this.#first <= line && line <= this.#last;
  }

  isBegin(line: number): boolean {
    return (this.#codeAt(line) & FRAME_BEGIN) !== 0;
  }

  isEnd(line: number): boolean {
    return (this.#codeAt(line) & FRAME_END) !== 0;
  }

  /**
   * Returns the part of a range that consists of whole statements, null if nothing is left. Without
   * known statements it is the range itself.
   */
  within({ startLine, endLine }: LineRange): LineRange | null {
    if (!this.isKnown) return { startLine, endLine };
    let [from, to] = [startLine, endLine];
    while (from <= to && !this.isBegin(from)) from += 1;
    while (to >= from && !this.isEnd(to)) to -= 1;
    return from <= to ? { startLine: from, endLine: to } : null;
  }

  #codeAt(line: number): number {
    const at = line - this.#first;
    const digit = at < 0 ? -1 : DIGITS.indexOf(this.#digits[Math.floor(at / LINES_IN_DIGIT)] ?? DIGITS[0]!);
    return digit < 0 ? 0 : (digit >> (2 * (at % LINES_IN_DIGIT))) & 3;
  }
}

function firstKnown(startLine: number): number {
  return Math.max(1, startLine - SHOWN_LINES);
}

function lastKnown(endLine: number): number {
  return endLine + SHOWN_LINES;
}
