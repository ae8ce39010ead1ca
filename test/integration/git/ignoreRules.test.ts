/** Ignore files mean what git makes of the same lines in .gitignore: any lines, held against git itself. */

import { expect, test } from 'vitest';
import { IgnoreRules } from '../../../src/git/ruleFiles.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzz, runsOf } from '../../helpers/fuzz.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

const PATHS = [
  'x',
  'a.log',
  'a/x',
  'a/a.log',
  'b/c',
  'b/a/b',
  'b/b/a.log',
  'a/b/c/d',
  'c/ü',
  'c/a b',
  'c/#x',
  'c/!y',
  'd/e ',
  '[a]/x',
];

/** @returns the paths that git ignores with these lines at the top level and in b/ */
function theirs(repo: TempRepo, top: string, inner: string): string[] {
  repo.file('.gitignore', top).file('b/.gitignore', inner);
  // git fails where it ignores none of them.
  const output = repo.gitInput(
    `${[...PATHS, 'always'].join('\0')}\0`,
    'check-ignore',
    '--no-index',
    '-z',
    '--stdin',
    '-v',
    '-n',
  );
  const fields = output.split('\0');
  const ignored: string[] = [];
  for (let at = 0; at + 3 < fields.length; at += 4) {
    if (fields[at] !== '' && fields[at + 2]?.startsWith('!') === false) ignored.push(fields[at + 3]!);
  }
  return ignored.filter((path) => path !== 'always');
}

function ours(top: string, inner: string): string[] {
  const rules = new IgnoreRules(
    '.coraignore',
    new Map([
      ['', top],
      ['b', inner],
    ]),
  );
  return PATHS.filter((path) => rules.ignores(path) !== undefined);
}

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', '.log', 'ü', '/', '*') },
  fc.constantFrom(
    '**',
    '?',
    '[ab]',
    '[!a]',
    '[[:alpha:]]',
    '\\',
    ' ',
    '#x',
    '!y',
    '**/',
    '/**',
    'x\\ ',
    '[',
    ']',
    '\\*',
    '\t',
    '\r',
  ),
);
const line = fc
  .tuple(
    fc.constantFrom('', '', '', '!', '/', '#'),
    fc.array(piece, { maxLength: 4 }),
    fc.constantFrom('', '', '/', ' ', '\\ '),
  )
  .map(([before, pieces, after]) => before + pieces.join('') + after);
const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));

test('any lines', () => {
  const repo = tempRepo();
  repo.file('.git/info/exclude', 'always\n');
  for (const path of PATHS.filter((path) => path.includes('/')))
    repo.file(`${path.split('/').slice(0, -1).join('/')}/keep`);
  fuzz(
    fc.property(text, text, (top, inner) => {
      expect(ours(top, inner)).toEqual(theirs(repo, top, inner));
    }),
    Math.min(runsOf(150), 5000),
  );
});
