/**
 * Patterns that a repository chooses, against paths that it chooses: a matcher that tries every way to divide the path among the stars
 * would still be at it when the machine is scrapped. No clock is read here: an explosion would run into the limit of a test.
 */

import { describe, expect, test } from 'vitest';
import { matchGlobs } from '../../../src/base/patterns.ts';
import { IgnoreRules } from '../../../src/git/ruleFiles.ts';
import { TreeAttributes, wildmatch } from '../../../src/git/treeAttributes.ts';
import { quick, shareOf } from '../../helpers/slow.ts';

/** As long as a path may be. */
const LETTERS = 'a'.repeat(4096);
const NAMES = `${'a/'.repeat(2047)}a`;

const PATTERNS = [
  `${'*a'.repeat(500)}*x`,
  `${'a*'.repeat(500)}x`,
  `${'**/a/'.repeat(200)}x`,
  `${'**/*a*/'.repeat(100)}x`,
  `${'a/**/'.repeat(200)}x`,
  `${'[a-b]*'.repeat(200)}x`,
  `${'?*'.repeat(300)}x`,
];
const GLOBS = [
  ...PATTERNS,
  `${'{a,aa}'.repeat(200)}x`,
  `${'{a,b}'.repeat(300)}`,
  `${'{*,**}'.repeat(100)}x`,
  `${'+(a|aa)'.repeat(100)}x`,
  `${'*(*(*(a)))'.repeat(50)}x`,
  '+(+(+(+(+(a)))))x',
  `${'@(a|@(a|@(a|aa)))'.repeat(50)}x`,
];

describe.each([
  ['letters', LETTERS],
  ['names', NAMES],
])('a path of 4096 %s', (_, path) => {
  test.each(shareOf(GLOBS, 4))('and the glob %#', (glob) => {
    expect(matchGlobs([glob])(path)).toBe(false);
    expect(matchGlobs([glob])(`${path}/b`)).toBe(false);
  });

  test.each(shareOf(PATTERNS, 3))('and the line %# of .gitattributes and ignore files', (pattern) => {
    expect(wildmatch(pattern)!(path)).toBe(false);
    expect(new TreeAttributes(new Map([['', `${pattern} linguist-generated\n`]])).of(path).generated).toBeUndefined();
    expect(new IgnoreRules('.coraignore', new Map([['', `${pattern}\n`]])).ignores(path)).toBeUndefined();
  });
});

quick.it('they still match what they mean', () => {
  expect(matchGlobs([`${'*a'.repeat(50)}*x`])(`${LETTERS}x`)).toBe(true);
  expect(matchGlobs([`${'{a,aa}'.repeat(50)}`])('a'.repeat(75))).toBe(true);
  expect(wildmatch(`${'**/a/'.repeat(50)}x`)!(`${'a/'.repeat(2000)}x`)).toBe(true);
});
