import { expect, test } from 'vitest';
import { matchGlobs } from '../../../src/base/patterns.ts';

const CASES: [glob: string, matching: string[], others: string[]][] = [
  ['*.go', ['a.go', 'x/y/a.go', '.hidden/a.go'], ['a.gox', 'go']],
  ['LICENSE', ['LICENSE', 'a/LICENSE', 'LICENSE/text'], ['LICENSE.md']],
  ['src/**', ['src/a', 'src/b/c.ts', 'src/.x'], ['lib/src/a', 'srcs/a']],
  ['/README.md', ['README.md'], ['docs/README.md']],
  ['docs/', ['docs/a.md', 'x/docs/b'], ['docs.md']],
  ['src/api/', ['src/api/a'], ['x/src/api/a', 'src/apis']],
  ['**/*.{ts,tsx}', ['a.ts', 'b/c.tsx'], ['a.js']],
  ['./src/*.c', ['src/a.c'], ['src/b/a.c']],
  ['[id].ts', ['app/[id].ts', 'app/i.ts'], ['app/id.ts']],
  ['app/[[...slug]]/(a)', ['app/[[...slug]]/(a)/page.tsx'], ['app/slug/(a)/page.tsx']],
  ['app/[id]/*.ts', ['app/[id]/a.ts', 'app/d/a.ts'], ['app/[id]/b/a.ts', 'app/id/a.ts']],
  ['app/\\[id]', ['app/[id]/a.ts'], ['app/i/a.ts']],
  ['src\\api', ['src/api/a'], ['x/src/api/a', 'srcapi']],
  ['./src\\api\\', ['src/api/a'], ['src/apis', 'srcapi']],
  ['README\\.md', ['README.md'], ['README/.md']],
  ['a\\\\b', ['a\\b'], ['a/b']],
  ['!app/[id]', ['app/b.ts'], ['app/[id]/a.ts', 'app/d/a.ts']],
];

test.each(CASES)('%s', (glob, matching, others) => {
  const matches = matchGlobs([glob]);
  expect(matching.filter((path) => !matches(path))).toEqual([]);
  expect(others.filter((path) => matches(path))).toEqual([]);
});

test('any of several globs matches, no glob matches nothing, and an empty one is refused', () => {
  expect(matchGlobs(['*.c', '*.h'])('x/a.h')).toBe(true);
  expect(matchGlobs([])('a')).toBe(false);
  expect(() => matchGlobs([' ', './'])).toThrow(expect.objectContaining({ code: 'BAD_PATTERN' }));
});
