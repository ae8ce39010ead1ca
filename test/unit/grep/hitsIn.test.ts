import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../../src/grep/compilePattern.ts';
import { hitsIn } from '../../../src/grep/grepFiles.ts';

const SHAPE = { before: 0, after: 0, previewWidth: 40 };
const pattern = (text: string) => compilePattern(text, { fixed: true, word: false, ignoreCase: false });

describe('hits of a text', () => {
  test('line, column and preview, without the line ending', async () => {
    expect(hitsIn('a', 'one\r\n\ttwo two\r\nthree', await pattern('two'), SHAPE, 9)).toEqual([
      {
        path: 'a',
        line: 2,
        column: 2,
        preview: '\ttwo two',
        matches: [
          { start: 1, end: 4 },
          { start: 5, end: 8 },
        ],
        before: [],
        after: [],
      },
    ]);
  });
  test('a byte-order mark is not part of the first line', async () => {
    expect(hitsIn('a', '\ufefffoo', await pattern('foo'), SHAPE, 9)).toMatchObject([{ column: 1, preview: 'foo' }]);
  });
  test('context stops at the ends of the file and may hold other hits', async () => {
    const hits = hitsIn('a', 'x1\nx2\ny\nz\n', await pattern('x'), { ...SHAPE, before: 2, after: 2 }, 9);
    expect(hits.map((hit) => [hit.line, hit.before, hit.after])).toEqual([
      [1, [], ['x2', 'y']],
      [2, ['x1'], ['y', 'z']],
    ]);
  });
  test('what follows the last line ending is no line', async () => {
    const empty = await compilePattern('^$', { fixed: false, word: false, ignoreCase: false });
    expect(hitsIn('a', 'x\n', empty, SHAPE, 9)).toEqual([]);
    expect(hitsIn('a', '', empty, SHAPE, 9)).toEqual([]);
    expect(hitsIn('a', 'x\n\r\ny', empty, SHAPE, 9).map((hit) => hit.line)).toEqual([2]);
  });
  test('a long line is cut around the match, which stays marked', async () => {
    const [hit] = hitsIn('a', `${'.'.repeat(5000)}needle${'.'.repeat(5000)}needle`, await pattern('needle'), SHAPE, 9);
    expect(hit!.column).toBe(5001);
    expect(hit!.preview).toBe(`…${'.'.repeat(10)}needle${'.'.repeat(24)}…`);
    expect(hit!.matches.map((span) => hit!.preview.slice(span.start, span.end))).toEqual(['needle']);
  });
  test('no character is split by a cut', async () => {
    for (let shift = 0; shift < 4; shift++) {
      const text = `${'x'.repeat(shift)}${'😀'.repeat(60)}needle${'😀'.repeat(60)}`;
      const [hit] = hitsIn('a', text, await pattern('needle'), { ...SHAPE, before: 1 }, 9);
      expect(hit!.preview).not.toMatch(/\p{Cs}/u);
      const [span] = hit!.matches;
      expect(hit!.preview.slice(span!.start, span!.end)).toBe('needle');
    }
  });
});
