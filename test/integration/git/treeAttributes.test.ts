import { describe, expect, test } from 'vitest';
import { TreeAttributes } from '../../../src/git/treeAttributes.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

describe('attributes of a tree', () => {
  const PATTERNS = [
    '*.c',
    'a.c',
    '/a.c',
    'd/*.c',
    'd/**',
    '**/a.c',
    'd/**/a.c',
    '/d',
    'd/',
    'a*',
    '?.c',
    '[ab].c',
    '[!a].c',
    '[a-b]*',
    '[[:alpha:]].c',
    '[]x].c',
    '\\a.c',
    'a\\*',
    '"a b.c"',
    '"q\\"q"',
    '**',
    '*',
    'd/e/**/x',
    '**/e/*',
    'd**e',
    'x[',
    '*.C',
    'ü*',
    '[^[:digit:]].c',
    '!a.c',
    '[a',
    'e/*/f',
  ];
  const PATHS = [
    'a.c',
    'b.c',
    'd/a.c',
    'd/e/a.c',
    'd/e/f/a.c',
    'd/e/x',
    'a b.c',
    'a*',
    'q"q',
    'x.C',
    'ü.c',
    '].c',
    '1.c',
    'd/e',
    'de',
    'x[',
    '[a',
    'd/e/f',
    'e/g/f',
  ];

  test.each(PATTERNS)('%s matches what git matches', async (pattern) => {
    const temp = tempRepo();
    const text = `${pattern} linguist-generated\n`;
    temp.file('.gitattributes', text).file('d/e/.gitattributes', text);
    const ours = new TreeAttributes(
      new Map([
        ['', text],
        ['d/e', text],
      ]),
    );
    const output = temp.gitInput(PATHS.join('\0'), 'check-attr', '-z', '--stdin', 'linguist-generated');
    const values = output.split('\0').filter((_, at) => at % 3 === 2);
    const theirs = PATHS.map((path, at) => [path, values[at] === 'set' ? true : undefined]);
    expect(PATHS.map((path) => [path, ours.of(path).generated])).toEqual(theirs);
  });
});
