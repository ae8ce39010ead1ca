/** sums.json grows by lines, and one that was cut off takes nothing with it. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSums, writeSums } from '../../../src/store/fileSums.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

it('goes on behind a line that a killed writer left half', async () => {
  const table = tempDir();
  const file = join(table, 'sums.json');
  mkdirSync(join(table, 'data'));
  const add = async (name: string): Promise<void> => {
    writeFileSync(join(table, 'data', name), name);
    await writeSums(table, await readSums(table), true);
  };
  await add('a.lance');
  const whole = readFileSync(file);
  await add('b.lance');
  const grown = readFileSync(file);
  expect(grown.subarray(0, whole.length)).toEqual(whole);
  expect(Object.keys(await readSums(table))).toEqual(['data/a.lance', 'data/b.lance']);
  for (const end of [whole.length + 20, grown.length - 1]) {
    writeFileSync(file, grown.subarray(0, end));
    await add('c.lance');
    expect(Object.keys(await readSums(table)).sort()).toEqual(['data/a.lance', 'data/b.lance', 'data/c.lance']);
  }
});
