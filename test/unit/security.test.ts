/** SECURITY.md claims nothing without a test: each file that it names exists and holds each title that it quotes. */

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');
const pathOf = (name: string): URL => new URL(`../../${name}`, import.meta.url);

/** `file`: "title", "title"; … */
const claims = [...page.matchAll(/`(test\/[\w/-]+\.test\.ts)`((?:(?:: |, )"[^"]+")*)/g)].map(
  ([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
  }),
);

describe('SECURITY.md', () => {
  it('has a test for every row', () => {
    const rows = page
      .split('\n')
      .filter((line) => line.startsWith('| ') && !/^\| (They|It) may try|^\| Target/.test(line));
    expect(rows.length).toBeGreaterThan(25);
    expect(rows.filter((row) => !/`test\/[\w/-]+\.test\.ts`/.test(row))).toEqual([]);
  });

  it.each(claims)('$file has $titles', ({ file, titles }) => {
    expect(existsSync(pathOf(file))).toBe(true);
    const source = readFileSync(pathOf(file), 'utf8');
    expect(titles.filter((title) => !source.includes(title))).toEqual([]);
  });
});
