import { expect, it } from 'vitest';
import { readDirective, splitIncludes } from '../../../src/search/includeDirective.ts';

it('tells directives from globs', () => {
  expect(splitIncludes(['file:a.md', 'src/**', 'decl:Foo', '*.decl:x'])).toEqual({
    directives: ['file:a.md', 'decl:Foo'],
    globs: ['src/**', '*.decl:x'],
  });
});

it.each([
  ['file:README.md', '', { paths: ['README.md'], name: null }],
  ['file:./a#1.md', 'docs', { paths: ['docs/a#1.md', 'a#1.md'], name: null }],
  ['decl:src\\foo.ts#Outer.inner', '', { paths: ['src/foo.ts'], name: 'Outer.inner' }],
  ['decl:../x.ts#Foo', 'src', { paths: ['x.ts', '../x.ts'], name: 'Foo' }],
  ['decl:Foo', 'src', { paths: [], name: 'Foo' }],
])('reads %s', (text, prefix, expected) => {
  expect(readDirective(text, prefix)).toEqual({ text, ...expected });
});
