/** Finds the smallest of many ranges of a text around an offset, by halving. Pure. */

import { countWhile } from '../base/lists.ts';
import type { Range } from './brackets.ts';

/**
 * @param ranges may cross each other; of two equally long ones the later counts
 * @returns what finds the smallest range that holds an offset, null where none does
 */
export function innermostRange<R extends Range>(ranges: readonly R[]): (offset: number) => R | null {
  if (ranges.length === 0) return () => null;
  const edges = Float64Array.from(new Set(ranges.flatMap(({ from, to }) => [from, to + 1]))).sort();
  const owners: (R | null)[] = new Array(edges.length).fill(null);
  // From each stretch between two edges: the next one that has no owner yet, or one nearer to it.
  const free = Int32Array.from({ length: edges.length + 1 }, (_, at) => at);
  const firstFree = (from: number): number => {
    let at = from;
    while (free[at] !== at) {
      free[at] = free[free[at]!]!;
      at = free[at]!;
    }
    return at;
  };
  const smallestFirst = [...ranges].reverse().sort((a, b) => a.to - a.from - (b.to - b.from));
  for (const range of smallestFirst) {
    const first = countWhile(edges.length, (at) => edges[at]! < range.from);
    for (let at = firstFree(first); at < edges.length && edges[at]! <= range.to; at = firstFree(at)) {
      owners[at] = range;
      free[at] = at + 1;
    }
  }
  return (offset) => owners[countWhile(edges.length, (at) => edges[at]! <= offset) - 1] ?? null;
}
