/** Gives each chunk its lines of a file, of those that no chunk before it has. Pure. */

import type { LineRange } from '../searchTypes.ts';
import type { ChunkRow } from '../types.ts';
import { type FileLines, fileLinesOf } from './fileLines.ts';
import { growRange, withoutTaken } from './growRange.ts';

/** The text of a whole file, as the caller has it; null where only the stored text is known. */
export type FileText = (path: string) => string | null;

export interface Placed extends LineRange {
  chunk: LineRange;
  text: string;
}

export interface Placer {
  /** @returns null where all lines of the chunk are taken */
  place(path: string, startLine: number, row: Pick<ChunkRow, 'endLine' | 'parts' | 'text'>): Placed | null;
  /** These lines are shown now. */
  take(path: string, range: LineRange): void;
}

/** @param options how far a chunk grows: see growRange */
export function createPlacer(textOf: FileText, options: { lines: number; context: number }): Placer {
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
    place(path, startLine, { endLine, parts, text }) {
      const { lines, taken } = fileOf(path);
      const chunk = { startLine, endLine };
      // Its line is too long to be shown: the piece that was found is.
      const isPiece = parts > 1 && startLine === endLine;
      const range = lines === null || isPiece ? withoutTaken(chunk, taken) : growRange(chunk, taken, lines, options);
      if (range === null) return null;
      if (isPiece) return { ...range, chunk, text };
      const before = lines === null ? startLine - 1 : 0;
      const shown = (lines ?? fileLinesOf(text)).slice(range.startLine - before, range.endLine - before);
      return { ...range, chunk, text: shown };
    },
    take(path, range) {
      fileOf(path).taken.push(range);
    },
  };
}
