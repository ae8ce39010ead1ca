import { describe, expect, test } from 'vitest';
import { compilePattern, type PatternOptions } from '../../../src/grep/compilePattern.ts';

async function found(pattern: string, line: string, options: Partial<PatternOptions> = {}): Promise<string[]> {
  const compiled = await compilePattern(pattern, { fixed: false, word: false, ignoreCase: false, ...options });
  return compiled.matchesIn(line, 20).map((span) => `${span.start}:${line.slice(span.start, span.end)}`);
}

describe('matches of a line', () => {
  test('all of them, left to right, in UTF-16 code units', async () => {
    expect(await found('o+', '😀foo boo')).toEqual(['3:oo', '7:oo']);
  });
  test('an empty match counts as one', async () => {
    expect(await found('x*', '')).toEqual(['0:']);
    expect(await found('^', 'ab')).toEqual(['0:']);
    expect(await found('$', 'ab')).toEqual(['2:']);
  });
  test('no more than asked for', async () => {
    expect(
      (await compilePattern('a', { fixed: true, word: false, ignoreCase: false })).matchesIn('aaaaa', 2),
    ).toHaveLength(2);
  });
  test('fixed text has no syntax', async () => {
    expect(await found('a.*(b)$', 'xa.*(b)$', { fixed: true })).toEqual(['1:a.*(b)$']);
    expect(await found('a.b', 'axb', { fixed: true })).toEqual([]);
  });
  test('shorthands are ASCII, properties are Unicode', async () => {
    expect(await found('\\w+', 'naïve')).toEqual(['0:na', '3:ve']);
    expect(await found('\\p{L}+', 'naïve')).toEqual(['0:naïve']);
    expect(await found('[^\\W\\d]+', 'ab12_c')).toEqual(['0:ab', '4:_c']);
  });
  test('exponential patterns end', async () => {
    const line = `${'a'.repeat(50_000)}b`;
    for (const pattern of ['(a+)+$', '(a|aa)+$', '(.*)*x', '(.*a){12}$', '(?:a?){200}a{200}\\z']) {
      expect(await found(pattern, line), pattern).toEqual([]);
    }
    expect(await found('(a+)+b', line)).toHaveLength(1);
  });
});

describe('case', () => {
  test.each([
    ['loss_mask', 'LOSS_MASK', false, 0],
    ['loss_mask', 'LOSS_MASK', true, 1],
    ['Loss', 'loss', true, 1],
    ['\\Wloss', ' LOSS', true, 1],
    ['\\W', 'sk', true, 0],
    ['[^\\W]', 'k', true, 1],
    ['straße', 'STRAßE', true, 1],
    ['привет', 'ПРИВЕТ', true, 1],
  ] as const)('%s in %s, ignored: %s', async (pattern, line, ignoreCase, count) => {
    expect(await found(pattern, line, { ignoreCase })).toHaveLength(count);
  });
});

describe('whole words', () => {
  test.each([
    ['foo', 'foo foo,foo', ['0:foo', '4:foo', '8:foo']],
    ['foo', 'xfoo foo_ foo1 foo', ['15:foo']],
    ['foo|foobar', 'foobar', ['0:foobar']],
    ['сло', 'слово сло', ['6:сло']],
    ['foo', 'fooé éfoo', []],
    ['-x', 'a -x', ['2:-x']],
  ])('%s in %s', async (pattern, line, expected) => {
    expect(await found(pattern, line, { word: true })).toEqual(expected);
  });
});
