import { expect, test } from 'vitest';
import { withoutCredentials } from '../../../src/git/gitConfiguration.ts';
import { isLfsPointer } from '../../../src/git/readBlobs.ts';
import { IgnoreRules } from '../../../src/git/ruleFiles.ts';
import { mayDecide, TreeAttributes } from '../../../src/git/treeAttributes.ts';

test('attributes of inner directories and later lines win, and macros count', () => {
  const attributes = new TreeAttributes(
    new Map([
      [
        '',
        '[attr]made linguist-generated -diff\n# comment\n*.pb.go made\n/docs/** linguist-vendored=true\n*.bin filter=lfs -text\n',
      ],
      ['keep', '*.pb.go -linguist-generated\n*.bin !filter\n[attr]made linguist-vendored\n'],
    ]),
  );
  expect(attributes.of('a/x.pb.go')).toEqual({ generated: true, vendored: undefined, filter: undefined });
  expect(attributes.of('keep/x.pb.go').generated).toBe(false);
  expect(attributes.of('docs/a/b.md').vendored).toBe(true);
  expect(attributes.of('x/docs/a.md').vendored).toBeUndefined();
  expect(attributes.of('a.bin').filter).toBe('lfs');
  expect(attributes.of('keep/a.bin').filter).toBeUndefined();
});

test('attributes of the repository itself are stronger than those of any directory, and see their macros', () => {
  const files = new Map([
    ['', '[attr]made linguist-generated\n'],
    ['a', '*.go -linguist-generated\n'],
  ]);
  const attributes = new TreeAttributes(files, 'a/*.go made\n/b.go linguist-vendored\n');
  expect(attributes.of('a/x.go').generated).toBe(true);
  expect(attributes.of('b.go').vendored).toBe(true);
  expect(attributes.of('a/b.go').vendored).toBeUndefined();
});

test.each([
  ['', false],
  ['# *.py linguist-generated\n*.py diff=python -text eol=lf\n* binary merge=ours\n', false],
  ['*.py linguist-generated\n', true],
  ['*.py filter=lfs diff=lfs\n', true],
  ['*.py made\n', true],
  ['[attr]made text\n', true],
])('attributes that may decide what is indexed: %j', (text, may) => {
  expect(mayDecide(text)).toBe(may);
});

test('ignore files: inner ones decide, but nothing comes back from an ignored directory', () => {
  const rules = new IgnoreRules(
    '.coraignore',
    new Map([
      ['', '*.log\n/private/\n!keep.log\n'],
      ['sub', '!debug.log\n*.tmp\n'],
      ['private', '!*\n'],
    ]),
  );
  const ignored = ['a.log', 'x/y.log', 'sub/other.log', 'sub/a.tmp', 'private/a.c', 'private/b/c.c'];
  expect(ignored.filter((path) => rules.ignores(path) !== '.coraignore')).toEqual([]);
  expect(
    ['keep.log', 'sub/debug.log', 'a.tmp', 'x/private/a.c'].filter((path) => rules.ignores(path) !== undefined),
  ).toEqual([]);
});

test('LFS pointers are known by their content', () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n';
  expect(isLfsPointer(Buffer.from(pointer))).toBe(true);
  expect(isLfsPointer(Buffer.from(`# How pointers look\n${pointer}`))).toBe(false);
  expect(isLfsPointer(Buffer.from(pointer + 'x'.repeat(2000)))).toBe(false);
  expect(isLfsPointer(Buffer.from('version https://git-lfs.github.com/spec/v1\n'))).toBe(false);
});

test.each([
  ['https://me:token@example.com/a/b.git', 'https://example.com/a/b.git'],
  ['https://token@example.com/a.git?key=1#x', 'https://example.com/a.git'],
  ['https://user@mail.org:p@ss@example.com:8443/a', 'https://example.com:8443/a'],
  ['ssh://git:secret@example.com/a.git', 'ssh://git@example.com/a.git'],
  ['git@example.com:a/b.git', 'git@example.com:a/b.git'],
  ['/srv/git/a@b.git', '/srv/git/a@b.git'],
  ['me:token@example.com:a/b.git', 'me@example.com:a/b.git'],
  ['ext::ssh me:token@example.com', 'ext::…'],
  ['C:/srv/a@b.git', 'C:/srv/a@b.git'],
  ['', ''],
])('%s is shown as %s', (url, shown) => {
  expect(withoutCredentials(url)).toBe(shown);
});
