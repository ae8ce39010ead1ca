/** docs/states.md promises nothing without a test, and has a line for each state that is tested. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const textOf = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const rows = textOf('docs/states.md')
  .split('\n')
  .filter((line) => /^\| (?!state \|)/.test(line));
const titles = rows.map((row) => /\| "([^"]+)" \|$/.exec(row)?.[1] ?? row);
const source = textOf('test/integration/contracts/repositoryStates.ts');

it('has a test for each line', () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(titles.filter((title) => !source.includes(title))).toEqual([]);
});

it('has a line for each test', () => {
  const tested = [...source.matchAll(/state: '([^']+)'|state: `([^$`]+), core|^ {2}\['(a sparse [^']+)'/gm)].map(
    ([, plain, common, sparse]) => plain ?? common ?? sparse!,
  );
  expect(tested.length).toBeGreaterThan(40);
  expect(tested.filter((title) => !titles.includes(title))).toEqual([]);
});
