/**
 * Globs mean what picomatch makes of them, where both know them. CORA_FUZZ_RUNS=100000 takes longer; a failure prints its seed:
 *
 *   CORA_FUZZ_RUNS=100000 npx vitest run --project shared test/unit/base/compileGlob.test.ts --testTimeout 3600000
 */

import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { compileGlob } from '../../../src/base/patterns.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzz } from '../../helpers/fuzz.ts';

const CASES: [glob: string, matching: string[], others: string[]][] = [
  ['a/*.c', ['a/b.c', 'a/.c'], ['a/b/c.c', 'b.c', 'a/.h']],
  ['**/x', ['x', 'a/x', 'a/b/x'], ['ax', 'x/a']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b'], ['ab', 'a/xb']],
  ['a/*', ['a/b'], ['a/', 'a/b/c']],
  ['a**b', ['ab', 'axxb'], ['a/b']],
  ['?.c', ['x.c'], ['/.c', 'xy.c']],
  ['[a-c]x[!0-9]', ['axb', 'cx-'], ['dxb', 'ax1', 'ax/']],
  ['[]]', [']'], ['[]]']],
  ['{a,b{c,d}}.{ts,js}', ['a.ts', 'bc.js', 'bd.ts'], ['b.ts', '{a.ts']],
  ['f{1..12}', ['f1', 'f9', 'f12'], ['f0', 'f13']],
  ['{a..c}', ['a', 'b', 'c'], ['d']],
  ['app/{id}.ts', ['app/{id}.ts'], ['app/id.ts']],
  ['app/(auth)/*.ts', ['app/(auth)/a.ts'], ['app/auth/a.ts']],
  ['@(a|b)', ['a', 'b'], ['ab', '']],
  ['+(ab)c', ['abc', 'ababc'], ['c']],
  ['*(ab)?(x)c', ['c', 'abxc'], ['abxxc']],
  ['a\\*b', ['a*b'], ['axb']],
  ['x[', ['x['], ['x']],
  ['a.c', ['a.c'], ['axc']],
  ['日本/*', ['日本/語'], ['日/語']],
  ['a\nb*', ['a\nbc'], ['ab']],
];

test.each(CASES)('%j', (glob, matching, others) => {
  const matches = compileGlob(glob);
  expect(matching.filter((path) => !matches(path))).toEqual([]);
  expect(others.filter((path) => matches(path))).toEqual([]);
});

test.each([
  '!(a)',
  '{a,b',
  '@(a|b',
  '*'.repeat(3000),
  '{'.repeat(30),
  `${'{a,'.repeat(30)}b${'}'.repeat(30)}`,
  '{1..999}',
])('refuses %j', (glob) => {
  expect(() => compileGlob(glob)).toThrow(expect.objectContaining({ code: 'BAD_PATTERN' }));
});

describe('any glob', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), minLength: 1, maxLength: 4 });
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const piece = fc.oneof(
    { weight: 4, arbitrary: name },
    fc.constantFrom('*', '?', '[ab]', '[^a]', '{a,b}', '{a,b/a}', '{*.a,b}', '+(a|b)', '@(a)'),
  );
  const part = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) =>
        pieces
          .join('')
          .replace(/\*+/g, '*')
          .replace(/\)[*?+]+/g, ')'),
      ),
    },
    fc.constant('**'),
  );
  const sure = (text: string) => !/(^|\/)\.{1,2}(\/|$)/.test(text);
  const glob = fc
    .array(part, { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('/'))
    // Whether `a/**` is also `a` depends there on what `a` is written as; here it never is.
    .filter((text) => sure(text) && !text.endsWith('/**') && !/(^|[^@+])\(/.test(text));

  test('matches the paths that picomatch matches', () => {
    fuzz(
      fc.property(glob, fc.array(path.filter(sure), { minLength: 1, maxLength: 8 }), (one, paths) => {
        const theirs = picomatch(one, { dot: true });
        const ours = compileGlob(one);
        expect(paths.filter((it) => ours(it))).toEqual(paths.filter((it) => theirs(it)));
      }),
      2000,
    );
  });
});
