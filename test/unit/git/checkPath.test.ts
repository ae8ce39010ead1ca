import { expect, test } from 'vitest';
import { checkPath } from '../../../src/git/safePath.ts';

const REFUSED = [
  '',
  '/etc/passwd',
  '../x',
  'a/../../x',
  'a/..',
  './a',
  'a//b',
  'a/',
  'a/./b',
  'a\0b',
  '.git/config',
  '.GIT/config',
  'a/.git/HEAD',
  '.git',
  'git~1/config',
  '.git./config',
  '.git /config',
  '.git::$INDEX_ALLOCATION/config',
  '.g\u200Cit/config',
];

test.each(REFUSED)('%j is refused', (path) => {
  expect(() => checkPath(path)).toThrow(expect.objectContaining({ code: 'BAD_PATH' }));
});

test.each(['a', '.gitignore', 'a/.gitattributes', '.github/x', '..a/b', '...', 'a.git/b', 'with\nnewline', '-rf'])(
  '%j is a path',
  (path) => {
    expect(() => checkPath(path)).not.toThrow();
  },
);
