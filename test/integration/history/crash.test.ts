/** kill -9 at any moment leaves a table of commits that opens, without doubles, and the next run goes on. */

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inspectHistory } from '../../../src/indexing/diagnose.ts';
import { COMMIT_TABLE } from '../../../src/store/sideTables.ts';
import { isSlow, quick } from '../../helpers/slow.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { bundleChild, ended, startChild } from '../store/bundleChild.ts';

/** They lie as far apart as all of them do. */
const MOMENTS = isSlow ? 8 : 2;

async function commitsIn(root: string): Promise<string[]> {
  const table = await COMMIT_TABLE.open(root, 'read');
  const rows = table?.scan(['commit']) ?? [];
  return rows.map(({ commit }) => commit);
}

it(`survives kill -9 at ${MOMENTS} moments`, async () => {
  const repo = tempRepo();
  const commits = Array.from({ length: 48 }, (_, at) => repo.file('a.txt', `${at}\n`).commit(`number ${at}`));
  const root = tempDir();
  const script = await bundleChild('historian');
  let before = 0;
  for (let moment = 0; moment < MOMENTS; moment++) {
    const child = startChild(script, [repo.dir, root, ...commits.slice(before)]);
    await once(child.stdout!, 'data');
    await sleep((moment * 32) / MOMENTS);
    child.kill('SIGKILL');
    await ended(child);
    const there = await commitsIn(root);
    expect(new Set(there).size).toBe(there.length);
    expect(new Set(there)).toEqual(new Set(commits.slice(0, there.length)));
    expect(there.length).toBeGreaterThan(before === 0 ? 0 : before - 1);
    before = there.length;
  }
  const { code, stderr } = await ended(startChild(script, [repo.dir, root, commits.at(-1)!]));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect((await commitsIn(root)).sort()).toEqual([...commits].sort());
  expect((await inspectHistory(root)).filter(({ code: finding }) => finding === 'broken-history')).toEqual([]);
});

quick.it('lets two writers take turns', async () => {
  const repo = tempRepo();
  const commits = Array.from({ length: 12 }, (_, at) => repo.file('a.txt', `${at}\n`).commit(`number ${at}`));
  const root = tempDir();
  const script = await bundleChild('historian');
  const runs = await Promise.all([0, 1, 2].map(() => ended(startChild(script, [repo.dir, root, ...commits]))));
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: '' })));
  expect((await commitsIn(root)).sort()).toEqual([...commits].sort());
});
