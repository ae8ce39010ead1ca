import { expect, it } from 'vitest';
import type { ViewFile } from '../../../src/base/types.ts';
import { countGone, planBuild } from '../../../src/indexing/build/planAndReport.ts';

const file = (path: string, blob: string, language = 'python'): ViewFile => ({
  path,
  blob,
  language,
  size: 1,
  mode: '100644',
});
const nothing = { known: new Map(), outcomes: {}, previous: new Set<never>(), full: false };

it('computes each blob once, and not what is there', () => {
  const files = [file('a.py', 'b1'), file('copy.py', 'b1'), file('b.py', 'b2'), file('b.txt', 'b2', 'text')];
  const plan = planBuild({ ...nothing, files, known: new Map([['b2:python', 3]]) });
  expect(plan.compute.map(({ path }) => path)).toEqual(['a.py', 'b.txt']);
  expect(plan.reuse).toEqual(['b2:python']);
});

it('does not read again what holds nothing, and says so for every path', () => {
  const plan = planBuild({
    ...nothing,
    files: [file('a.bin', 'b1', 'text'), file('b.bin', 'b1', 'text')],
    outcomes: { 'b1:text': { skipped: 'binary' } },
  });
  expect(plan.compute).toEqual([]);
  expect(plan.skipped).toEqual([
    { path: 'a.bin', reason: 'binary' },
    { path: 'b.bin', reason: 'binary' },
  ]);
});

it('names what left the view and keeps its rows', () => {
  const plan = planBuild({
    ...nothing,
    files: [file('a.py', 'b1')],
    known: new Map([
      ['b1:python', 1],
      ['b0:python', 1],
    ]),
    previous: new Set(['b0:python', 'b1:python']),
  });
  expect(plan.remove).toEqual(['b0:python']);
  expect(plan.replace).toEqual([]);
});

it('replaces the rows of the view, and of no other, when all is computed again', () => {
  const plan = planBuild({
    ...nothing,
    full: true,
    files: [file('a.py', 'b1')],
    known: new Map([
      ['b1:python', 1],
      ['b0:python', 1],
    ]),
    outcomes: { 'b1:python': { skipped: 'binary' } },
  });
  expect(plan.replace).toEqual(['b1:python']);
  expect(plan.compute.map(({ blob }) => blob)).toEqual(['b1']);
});

it.each([
  ['an edited file', ['a.py', 'b2'], ['b.py', 'b1'], 0],
  ['a renamed file', ['a.py', 'b0'], ['c.py', 'b1'], 0],
  ['a deleted file', ['a.py', 'b0'], null, 1],
  ['a deleted copy', ['a.py', 'b1'], null, 1],
  ['a renamed and edited file', ['a.py', 'b0'], ['c.py', 'b2'], 1],
] as const)('says of %s whether it is gone', (_, first, second, gone) => {
  const files = [first, ...(second === null ? [] : [second])].map(([path, blob]) => file(path, blob));
  expect(countGone([file('a.py', 'b0'), file('b.py', 'b1')], { files, missing: [] })).toBe(gone);
  expect(countGone([file('a.py', 'b0')], { files: [], missing: [file('a.py', 'b0')] })).toBe(0);
});
