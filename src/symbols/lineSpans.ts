/** Which of many ranges of lines hold a line, without a look at each of them. Pure. */

import type { LineRange } from '../searchTypes.ts';

export interface LineSpans<T> {
  /** Those that hold the line, in their order. */
  around(line: number): readonly T[];
  first(line: number): T | undefined;
  last(line: number): T | undefined;
}

/** @param spans by start */
export function lineSpans<T extends LineRange>(spans: readonly T[]): LineSpans<T> {
  const width = 2 ** Math.ceil(Math.log2(Math.max(1, spans.length)));
  // A tree of the last lines: each knot has the greatest of the two below.
  const ends = new Array<number>(2 * width).fill(-1);
  spans.forEach(({ endLine }, at) => {
    ends[width + at] = endLine;
  });
  for (let knot = width - 1; knot > 0; knot--) ends[knot] = Math.max(ends[2 * knot]!, ends[2 * knot + 1]!);

  /** Calls `take` for each span of the knot that starts before the place `until` and holds the line; true ends it. */
  const visit = (
    knot: number,
    { from, size, until, line }: { from: number; size: number; until: number; line: number },
    isForward: boolean,
    take: (span: T) => boolean,
  ): boolean => {
    if (from >= until || ends[knot]! < line) return false;
    if (size === 1) return take(spans[from]!);
    const half = size / 2;
    const left = (): boolean => visit(2 * knot, { from, size: half, until, line }, isForward, take);
    const right = (): boolean => visit(2 * knot + 1, { from: from + half, size: half, until, line }, isForward, take);
    return isForward ? left() || right() : right() || left();
  };
  const each = (line: number, isForward: boolean, take: (span: T) => boolean): void => {
    visit(1, { from: 0, size: width, until: placeAfter(spans, line), line }, isForward, take);
  };
  const one = (line: number, isForward: boolean): T | undefined => {
    let found: T | undefined;
    each(line, isForward, (span) => {
      found = span;
      return true;
    });
    return found;
  };
  const known = new Map<number, readonly T[]>();
  return {
    around: (line) => {
      let held = known.get(line);
      if (held === undefined) {
        const found: T[] = [];
        each(line, true, (span) => {
          found.push(span);
          return false;
        });
        held = found;
        known.set(line, held);
      }
      return held;
    },
    first: (line) => one(line, true),
    last: (line) => one(line, false),
  };
}

/** How many of the spans start at the line or above. */
function placeAfter(spans: readonly LineRange[], line: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.startLine <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

const spansOf = new WeakMap<readonly LineRange[], LineSpans<never>>();

/** As lineSpans, worked out once for a list that nobody changes. */
export function knownSpans<T extends LineRange>(spans: readonly T[]): LineSpans<T> {
  let known = spansOf.get(spans) as LineSpans<T> | undefined;
  if (known === undefined) {
    known = lineSpans(spans);
    spansOf.set(spans, known as LineSpans<never>);
  }
  return known;
}
