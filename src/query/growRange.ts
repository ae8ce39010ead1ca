/**
 * Which lines are shown for a chunk. A chunk is cut for finding: often a dozen lines, too few to understand it by. What is
 * shown grows evenly to both sides, then by a few lines more to where a paragraph begins or ends. Pure.
 */

import type { LineRange } from '../searchTypes.ts';
import type { FileLines } from './fileLines.ts';

/** Lines beyond what was wanted, on each side, to reach a blank line. */
const TO_PARAGRAPH = 3;
/** Characters. A longer line is data or minified code: it is shown where it matched, never as a neighbour. */
const LONG_LINE = 400;

/**
 * @param core lines of the chunk
 * @param taken ranges of the file that are shown already
 * @param lines wanted in all, at least
 * @param context lines wanted on each side
 * @returns at least what of the core is not taken, and nothing that is; null where all of it is
 */
export function growRange(
  core: LineRange,
  taken: readonly LineRange[],
  file: FileLines,
  { lines, context }: { lines: number; context: number },
): LineRange | null {
  const rest = withoutTaken({ startLine: core.startLine, endLine: Math.min(core.endLine, file.count) }, taken);
  if (rest === null) return null;
  const own = rest.endLine - rest.startLine + 1;
  const wanted = Math.max(lines, own + 2 * context);
  if (own >= wanted) return rest;
  let { startLine, endLine } = rest;
  const isFree = (line: number): boolean =>
    line >= 1 && line <= file.count && file.lengthOf(line) <= LONG_LINE && !taken.some((range) => holds(range, line));
  for (let downward = true; endLine - startLine + 1 < wanted; downward = !downward) {
    const below = isFree(endLine + 1);
    const above = isFree(startLine - 1);
    if (!below && !above) break;
    if (below && (downward || !above)) endLine += 1;
    else startLine -= 1;
  }
  return {
    startLine: toParagraph(startLine, -1, file, isFree),
    endLine: toParagraph(endLine, 1, file, isFree),
  };
}

/** The longest piece of a range that no other one holds. Chunks do not overlap, but a declaration that was asked for may lie in one. */
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

/** The nearest edge from `line` on that is not blank and has a blank line or the file's end behind it; else `line` itself. */
function toParagraph(line: number, step: 1 | -1, file: FileLines, isFree: (line: number) => boolean): number {
  const isOutside = (at: number): boolean => at < 1 || at > file.count;
  for (let at = line; Math.abs(at - line) <= TO_PARAGRAPH; at += step) {
    if (at !== line && !isFree(at)) break;
    const behind = at + step;
    if (!file.isBlank(at) && (isOutside(behind) || file.isBlank(behind))) return at;
  }
  return line;
}
