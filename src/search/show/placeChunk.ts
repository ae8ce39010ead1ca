/** Gives each chunk its lines of a file, of those that no chunk before it has. Pure. */

import { Frame } from '../../base/frame.ts';
import type { LineRange } from '../../base/searchTypes.ts';
import type { ChunkRow } from '../../base/types.ts';
import { type FileLines, fileLinesOf } from './fileLines.ts';
import { type Growth, growRange, withoutTaken } from './growRange.ts';

/** The text of a whole file, as the caller has it; null where only the stored text is known. */
export type FileText = (path: string) => string | null;

/** What is shown of a chunk, beside its text, and what leads on from it. */
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

/** What a result says of itself. */
export type ShownText = Pick<ShownRow, 'symbol' | 'scope' | 'signature' | 'endLine' | 'parts' | 'text' | 'frame'>;

export interface Placed extends LineRange {
  chunk: LineRange;
  definition: LineRange;
  frame: Frame;
  text: string;
  /** See SearchHit. */
  elided?: LineRange[];
  fileLines?: number;
  isPiece?: true;
}

export interface Placer {
  /**
   * @param grow whether lines around it may be shown
   * @returns null where all lines of the chunk are taken
   */
  place(path: string, startLine: number, row: ShownText, grow: boolean): Placed | null;
  /** The whole file, null where only the stored text is known. */
  linesOf(path: string): FileLines | null;
  /** These lines are shown now. */
  take(path: string, range: LineRange): void;
}

/** @param options how far a chunk grows: see growRange */
export function createPlacer(textOf: FileText, options: Growth): Placer {
  const files = new Map<string, { lines: FileLines | null; taken: LineRange[] }>();
  const fileOf = (path: string) => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const text = textOf(path);
    const file = { lines: text === null ? null : fileLinesOf(text), taken: [] };
    files.set(path, file);
    return file;
  };
  return {
    place(path, startLine, { endLine, parts, text, frame: written }, grow) {
      const { lines, taken } = fileOf(path);
      const chunk = { startLine, endLine };
      const frame = new Frame(chunk, written);
      const known = { chunk, definition: frame.definition ?? chunk, frame };
      // Its line is too long to be shown: the piece that was found is.
      const isPiece = parts > 1 && startLine === endLine;
      const range =
        lines === null || isPiece
          ? withoutTaken(chunk, taken)
          : growRange(chunk, taken, lines, frame, grow ? options : { lines: 0, context: 0 });
      if (range === null) return null;
      if (isPiece) return { ...range, ...known, text, isPiece };
      const before = lines === null ? startLine - 1 : 0;
      const shown = (lines ?? fileLinesOf(text)).slice(range.startLine - before, range.endLine - before);
      return { ...range, ...known, text: shown, ...(lines === null ? {} : { fileLines: lines.count }) };
    },
    linesOf: (path) => fileOf(path).lines,
    take(path, range) {
      fileOf(path).taken.push(range);
    },
  };
}
