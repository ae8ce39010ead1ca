/**
 * Chooses the lines to show for each chunk, without those of earlier chunks: its whole definition
 * if that is short enough, extended on both sides by whole statements, or up to a blank line if its
 * frame knows nothing. Pure.
 */

import { Frame, SHOWN_LINES } from '../../base/frame.ts';
import { getOrMake } from '../../base/lists.ts';
import type { LineRange, SearchHit } from '../../base/searchTypes.ts';
import type { ChunkRow } from '../../base/types.ts';

/** Returns the lines of a whole file of the caller; null if only the stored text is known. */
export type LinesOfFile = (path: string) => FileLines | null;

/** The columns of a chunk that results show, and those that lead to related places. */
export const SHOWN_COLUMNS = [
  'chunkId',
  'blobSha',
  'symbol',
  'scope',
  'signature',
  'endLine',
  'frame',
  'part',
  'parts',
  'defines',
  'references',
  'text',
] as const;
export type ShownRow = Pick<ChunkRow, (typeof SHOWN_COLUMNS)[number]>;

/** The columns that a result shows. `kind` is given if it differs from the chunk's. */
export type ShownText = Pick<ShownRow, 'symbol' | 'scope' | 'signature' | 'endLine' | 'parts' | 'text' | 'frame'> &
  Partial<Pick<ChunkRow, 'kind'>>;

export interface Placed
  extends LineRange,
    Pick<SearchHit, 'chunk' | 'definition' | 'text' | 'elided' | 'fileLines' | 'isPiece'> {
  frame: Frame;
}

export interface Placer {
  /**
   * @param grow true if lines around the chunk may be shown
   * @returns null if all lines of the chunk are shown already
   */
  place(path: string, startLine: number, row: ShownText, grow: boolean): Placed | null;
  /** Returns the whole file, null if only the stored text is known. */
  linesOf(path: string): FileLines | null;
  /**
   * Says that these lines are shown now; @param isFound false for those that were asked for by name
   */
  take(path: string, range: LineRange, isFound: boolean): void;
}

/** @param options how far the first chunk of a file is extended, and its others: see growRange */
export function createPlacer(linesOf: LinesOfFile, options: Growth & { furtherLines: number }): Placer {
  const files = new Map<string, { lines: FileLines | null; taken: LineRange[]; hasFound: boolean }>();
  const fileOf = (path: string) => getOrMake(files, path, () => ({ lines: linesOf(path), taken: [], hasFound: false }));
  return {
    place(path, startLine, { endLine, parts, text, frame: written }, grow) {
      const { lines, taken, hasFound } = fileOf(path);
      const chunk = { startLine, endLine };
      const frame = new Frame(chunk, written);
      const known = { chunk, definition: frame.definition ?? chunk, frame };
      // Its line is too long to be shown, so the found piece is.
      const isPiece = parts > 1 && startLine === endLine;
      const growth = !hasFound ? options : { ...options, lines: options.furtherLines };
      const range =
        lines === null || isPiece
          ? withoutTaken(chunk, taken)
          : growRange(chunk, taken, lines, frame, grow ? growth : { lines: 0, context: 0 });
      if (range === null) return null;
      if (isPiece) return { ...range, ...known, text, isPiece };
      const before = lines === null ? startLine - 1 : 0;
      const shown = (lines ?? fileLinesOf(text)).slice(range.startLine - before, range.endLine - before);
      return { ...range, ...known, text: shown, ...(lines === null ? {} : { fileLines: lines.count }) };
    },
    linesOf: (path) => fileOf(path).lines,
    take(path, range, isFound) {
      const file = fileOf(path);
      file.taken.push(range);
      file.hasFound ||= isFound;
    },
  };
}

// Chooses the lines to show for a chunk. Chunks are cut for finding, and often have only a dozen
// lines, too few to understand them. The whole definition is shown if it has no more lines than are
// wanted; then the range is extended on both sides by whole statements and declarations. Outside of
// what its frame knows, it extends to a blank line. Pure.

/**
 * The number of further lines that each side may show to reach the end of a statement or a blank
 * line. A statement that is no longer than a result is never cut.
 */
const TO_BOUND = SHOWN_LINES;
const TO_PARAGRAPH = 3;
/** The number of further lines that both sides together may show for one more neighbour. */
const BEYOND = 6;
/**
 * In characters. A longer line is data or minified code: it is shown if it matches, but never as a
 * neighbour.
 */
const LONG_LINE = 400;

interface Growth {
  /** The fewest lines in all. */
  lines: number;
  /** The fewest lines on each side. */
  context: number;
}

/**
 * @param core lines of the chunk
 * @param taken ranges of the file that are shown already
 * @returns at least the part of the core that is not taken, and no taken line; null if all of it is
 * taken
 */
export function growRange(
  core: LineRange,
  taken: readonly LineRange[],
  file: FileLines,
  frame: Frame,
  { lines, context }: Growth,
): LineRange | null {
  const rest = withoutTaken({ startLine: core.startLine, endLine: Math.min(core.endLine, file.count) }, taken);
  if (rest === null || (lines === 0 && context === 0 && !frame.isKnown)) return rest;
  const window = new Window(rest, taken, file, frame);
  const wanted = Math.max(lines, sizeOf(rest) + 2 * context);
  if (frame.definition !== null) {
    window.include(frame.definition, wanted);
    window.reach(frame.definition, lines);
  }
  window.widen(context);
  if (frame.isKnown) {
    window.snap();
    window.grow(wanted);
  } else {
    window.growByLines(wanted);
    window.snap();
  }
  return window.range;
}

class Window {
  range: LineRange;
  readonly #core: LineRange;
  readonly #taken: readonly LineRange[];
  readonly #file: FileLines;
  readonly #frame: Frame;

  constructor(range: LineRange, taken: readonly LineRange[], file: FileLines, frame: Frame) {
    this.range = range;
    this.#core = range;
    this.#taken = taken;
    this.#file = file;
    this.#frame = frame;
  }

  /** Includes the definition, if it is available whole, not too long, and adds no long line. */
  include(definition: LineRange, most: number): void {
    const startLine = Math.min(this.range.startLine, definition.startLine);
    const endLine = Math.max(this.range.endLine, definition.endLine);
    if (endLine - startLine + 1 > Math.max(most, sizeOf(this.range))) return;
    for (let line = startLine; line <= endLine; line++) {
      if (!holds(this.range, line) && !this.#isFree(line)) return;
    }
    this.range = { startLine, endLine };
  }

  /**
   * Extends from a comment to the definition below it: to its end if there is room, otherwise to
   * the end of its first statement.
   */
  reach(definition: LineRange, lines: number): void {
    const { endLine } = this.range;
    if (definition.startLine <= endLine || definition.startLine - endLine > lines) return;
    const isNear = definition.endLine - endLine <= lines + BEYOND;
    const end = isNear ? definition.endLine : this.#firstEnd(definition);
    if (end === null || end > this.#file.count) return;
    for (let line = endLine + 1; line <= end; line++) if (!this.#isFree(line)) return;
    this.#set(1, end);
  }

  widen(context: number): void {
    for (let more = context; more > 0 && this.#isFree(this.range.endLine + 1); more--)
      this.#set(1, this.range.endLine + 1);
    for (let more = context; more > 0 && this.#isFree(this.range.startLine - 1); more--)
      this.#set(-1, this.range.startLine - 1);
  }

  /**
   * Moves both edges to the nearest bounds outside; if there are none, to one between the chunk and
   * the edge, or to a blank line.
   */
  snap(): void {
    for (const side of [-1, 1] as const) {
      const edge = this.#edge(side);
      this.#set(side, this.#find(side, edge, TO_BOUND) ?? this.#inside(side, edge) ?? this.#paragraph(side, edge));
    }
  }

  /**
   * Extends both sides evenly, by what begins above and ends below, until enough lines are shown.
   */
  grow(wanted: number): void {
    let closed = 0;
    for (let side: Side = 1; closed < 2 && sizeOf(this.range) < wanted; side = side === 1 ? -1 : 1) {
      const next = this.#next(side, wanted - sizeOf(this.range));
      closed = next === null ? closed + 1 : 0;
      if (next !== null) this.#set(side, next);
    }
  }

  /** Extends both sides evenly, by single lines. */
  growByLines(wanted: number): void {
    for (let side: Side = 1; sizeOf(this.range) < wanted; side = side === 1 ? -1 : 1) {
      const [next, other] = [this.#edge(side) + side, this.#edge(side === 1 ? -1 : 1) - side];
      if (this.#isFree(next)) this.#set(side, next);
      else if (!this.#isFree(other)) return;
    }
  }

  #edge(side: Side): number {
    return side === 1 ? this.range.endLine : this.range.startLine;
  }

  #set(side: Side, line: number): void {
    this.range = side === 1 ? { ...this.range, endLine: line } : { ...this.range, startLine: line };
  }

  #isBound(side: Side, line: number): boolean {
    return side === 1 ? this.#frame.isEnd(line) : this.#frame.isBegin(line);
  }

  #firstEnd({ startLine, endLine }: LineRange): number | null {
    for (let at = startLine; at <= endLine && this.#frame.knows(at); at++) if (this.#frame.isEnd(at)) return at;
    return null;
  }

  /** Returns the first bound from `line` on, at most so many lines away; `line` itself counts. */
  #find(side: Side, line: number, away: number): number | null {
    for (let at = line; Math.abs(at - line) <= away; at += side) {
      if (at !== this.#edge(side) && !this.#isFree(at)) return null;
      if (this.#isBound(side, at)) return at;
    }
    return null;
  }

  /**
   * Returns the next bound within so many lines, or a few more. If the frame ends before, it is the
   * end of a paragraph, or the first line that the frame does not know.
   */
  #next(side: Side, away: number): number | null {
    const edge = this.#edge(side);
    let unknown: number | null = null;
    for (let at = edge + side; Math.abs(at - edge) <= away + BEYOND && this.#isFree(at); at += side) {
      if (this.#frame.knows(at)) {
        if (this.#isBound(side, at)) return at;
        continue;
      }
      if (this.#isParagraphEdge(side, at)) return at;
      if (Math.abs(at - edge) <= away && !this.#file.isBlank(at)) unknown ??= at;
    }
    return unknown;
  }

  /**
   * Looks for a bound inside, only if the neighbour is shown already, and never among the chunk's
   * own lines.
   */
  #inside(side: Side, edge: number): number | null {
    if (!this.#taken.some((range) => holds(range, edge + side))) return null;
    for (let at = edge; ; at -= side) {
      if (this.#isBound(side, at)) return at;
      if (holds(this.#core, at) && !this.#file.isBlank(at)) return null;
      if (at === this.#edge(side === 1 ? -1 : 1)) return null;
    }
  }

  /**
   * Returns the nearest line with text that has a blank line or the file's end behind it; otherwise
   * the edge without blank lines.
   */
  #paragraph(side: Side, edge: number): number {
    for (let at = edge; Math.abs(at - edge) <= TO_PARAGRAPH; at += side) {
      if (at !== edge && !this.#isFree(at)) break;
      if (this.#isParagraphEdge(side, at)) return at;
    }
    const { startLine, endLine } = this.range;
    let at = edge;
    while (startLine <= at && at <= endLine && this.#file.isBlank(at)) at -= side;
    return startLine <= at && at <= endLine ? at : edge;
  }

  /** True for a line with text that has a blank line or the file's end behind it. */
  #isParagraphEdge(side: Side, line: number): boolean {
    const behind = line + side;
    const isOutside = behind < 1 || behind > this.#file.count;
    return !this.#file.isBlank(line) && (isOutside || this.#file.isBlank(behind));
  }

  #isFree(line: number): boolean {
    const { count, lengthOf } = this.#file;
    return (
      line >= 1 && line <= count && lengthOf(line) <= LONG_LINE && !this.#taken.some((range) => holds(range, line))
    );
  }
}

/** -1 is above, 1 is below. */
type Side = -1 | 1;

function sizeOf({ startLine, endLine }: LineRange): number {
  return endLine - startLine + 1;
}

/**
 * Returns the longest piece of a range that no taken range holds. Chunks do not overlap, but a
 * declaration that was asked for may be inside of one.
 */
export function withoutTaken(range: LineRange, taken: readonly LineRange[]): LineRange | null {
  let longest: LineRange | null = null;
  let from = range.startLine;
  const end = (before: number): void => {
    if (before - from > (longest === null ? 0 : longest.endLine - longest.startLine + 1)) {
      longest = { startLine: from, endLine: before - 1 };
    }
  };
  for (const other of taken.toSorted((a, b) => a.startLine - b.startLine)) {
    if (other.endLine < from || other.startLine > range.endLine) continue;
    end(other.startLine);
    from = other.endLine + 1;
  }
  end(range.endLine + 1);
  return longest;
}

function holds({ startLine, endLine }: LineRange, line: number): boolean {
  return startLine <= line && line <= endLine;
}

// Finds lines of a text by number, without copying the text. Pure.

export interface FileLines {
  /**
   * The number of lines. A line end at the end of the text begins no further line; an empty text
   * has no line.
   */
  count: number;
  /** @param line 1-based, within the text */
  isBlank(line: number): boolean;
  /** Returns the number of characters of the line, without its end. */
  lengthOf(line: number): number;
  /**
   * Returns lines `from` to `to`, 1-based and inclusive, as far as they exist, without the last
   * line's end.
   */
  slice(from: number, to: number): string;
}

export function fileLinesOf(text: string): FileLines {
  const found: number[] = [];
  for (let at = 0; at < text.length; ) {
    found.push(at);
    const end = text.indexOf('\n', at);
    at = end === -1 ? text.length : end + 1;
  }
  // A typed array, because lines of many files are kept.
  const starts = Uint32Array.from(found);
  const startOf = (line: number): number => starts[line - 1] ?? text.length;
  const endOf = (line: number): number => {
    const next = startOf(line + 1);
    return next > startOf(line) && text.charCodeAt(next - 1) === 10 ? next - 1 : next;
  };
  return {
    count: starts.length,
    isBlank: (line) => text.slice(startOf(line), endOf(line)).trim() === '',
    lengthOf: (line) => endOf(line) - startOf(line),
    slice: (from, to) => text.slice(startOf(from), Math.max(startOf(from), endOf(Math.min(to, starts.length)))),
  };
}
