/** The smallest range around an offset, against a look at all of them; and how often ranges are read. */

import { describe, expect, it } from 'vitest';
import { innermostRange, type Range } from '../../../src/graph/brackets.ts';

interface Named {
  from: number;
  to: number;
  name: number;
}

function smallestOf(ranges: readonly Named[], offset: number): Named | null {
  let best: Named | null = null;
  for (const one of ranges) {
    if (one.from > offset || offset > one.to) continue;
    if (best === null || one.to - one.from <= best.to - best.from) best = one;
  }
  return best;
}

describe('innermostRange', () => {
  it('finds what a look at each range finds, nested or crossing, the later of two equally long ones', () => {
    let state = 7;
    const random = (below: number): number => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * below);
    };
    for (let round = 0; round < 500; round++) {
      const ranges = Array.from({ length: random(12) }, (_, name): Named => {
        const from = random(30);
        return { from, to: from - 2 + random(14), name };
      });
      const innermost = innermostRange(ranges);
      for (let offset = -1; offset < 46; offset++) expect(innermost(offset)).toBe(smallestOf(ranges, offset));
    }
  });

  it.each<[string, (at: number, count: number) => [number, number]]>([
    ['beside each other', (at) => [10 * at, 10 * at + 5]],
    ['in each other', (at, count) => [at, 3 * count - at]],
    ['crossing each other', (at, count) => [at, at + count]],
  ])('reads ranges %s in proportion', (_, shape) => {
    const reads = (count: number): number => {
      let seen = 0;
      const ranges = Array.from({ length: count }, (_, at) => {
        const [from, to] = shape(at, count);
        const get = (range: Range, key: string | symbol): unknown => {
          seen += 1;
          return Reflect.get(range, key);
        };
        return new Proxy<Range>({ from, to }, { get });
      });
      const innermost = innermostRange(ranges);
      for (let offset = 0; offset < count; offset++) innermost(offset);
      return seen;
    };
    expect(reads(4000) / reads(2000)).toBeLessThan(2.4);
  });
});
