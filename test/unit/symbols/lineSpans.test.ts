import { expect, it } from 'vitest';
import { LineSpans } from '../../../src/graph/brackets.ts';

it('finds what holds a line as a look at each range does', () => {
  let state = 3;
  const below = (limit: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % limit;
  };
  for (let round = 0; round < 400; round++) {
    const spans = Array.from({ length: below(12) }, () => {
      const startLine = 1 + below(20);
      return { startLine, endLine: startLine + below(round % 2 === 0 ? 3 : 20) };
    }).sort((a, b) => a.startLine - b.startLine);
    const index = new LineSpans(spans);
    for (let line = 0; line < 45; line++) {
      const around = spans.filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
      expect(index.around(line)).toEqual(around);
      expect(index.first(line)).toBe(around[0]);
      expect(index.last(line)).toBe(around.at(-1));
    }
  }
});
