/** A clock that jumps, and files whose times lie in another year: nothing in an index is decided by them alone. */

import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { cora, storeRoot } from '../helpers/cora.ts';
import { codeRepo, functionOf } from '../helpers/describedRepo.ts';
import { clearEnd } from '../helpers/faults/clearEnd.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { runCli, startCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';

const YEAR = 365 * 24 * 60 * 60 * 1000;
const CLOCK = fileURLToPath(new URL('../helpers/faults/otherClock.mjs', import.meta.url));

const table = faultTable('A clock that jumps');

afterAll(() => table.check());

const envAt = (repo: TempRepo, offset: number): NodeJS.ProcessEnv => ({
  ...repo.env,
  CORA_EMBEDDER: 'hash',
  CORA_TEST_CLOCK: String(offset),
  NODE_OPTIONS: `--import=${CLOCK}`,
});

async function isWhole(repo: TempRepo, question: string): Promise<void> {
  await isUsable(repo, question);
  const fresh = cora(repo, { store: tempDir() });
  await fresh.index();
  expect((await cora(repo).query(question)).results).toEqual((await fresh.query(question)).results);
}

describe('a clock', () => {
  it.each([
    ['a year back', -YEAR],
    ['a year ahead', YEAR],
  ])('set %s between runs', async (said, offset) => {
    const repo = codeRepo();
    await cora(repo).index();
    for (const [at, shift] of [offset, 0].entries()) {
      repo.file(`lib/f${at}.ts`, functionOf(`clock${at}`, 'given')).commit();
      for (const args of [['index', '--quiet'], ...(at === 0 ? [] : [['gc']]), ['query', `clock${at}`]]) {
        const result = await runCli(args, { cwd: repo.dir, env: envAt(repo, shift) });
        expect([clearEnd(result, args.join(' ')), result.code]).toEqual([null, 0]);
      }
    }
    await isWhole(repo, 'clock1');
    table.add({ fault: `set between two runs: ${said}`, happens: 'runs and queries go on', mends: 'nothing needs to' });
  });

  it.each([
    ['a year back', -YEAR],
    ['a year ahead', YEAR],
  ])('set %s for whoever comes while a run writes', async (said, offset) => {
    const repo = codeRepo();
    for (let at = 0; at < 150; at++) repo.file(`lib/f${at}.ts`, functionOf(`clock${at}`, `given + ${at}`));
    repo.commit();
    const first = startCli(['index', '--quiet'], { cwd: repo.dir, env: envAt(repo, 0) });
    first.child.stdin!.end();
    await sleep(300);
    const second = await runCli(['index', '--quiet'], { cwd: repo.dir, env: envAt(repo, offset) });
    const ends = [clearEnd(await first.ended, 'first'), clearEnd(second, 'second')];
    // Who lost the lock says so; where both are slow, both may.
    for (const end of ends) if (end !== null) expect(end).toMatch(/lock/);
    await cora(repo).index();
    await isWhole(repo, 'clock7');
    table.add({
      fault: `set while a run writes: ${said}`,
      happens: 'runs take turns, or say that they have lost the lock (exit 2)',
      mends: '`cora index`',
    });
  });

  it.each([
    ['in the past', new Date('2001-01-01')],
    ['in the future', new Date(Date.now() + 30 * YEAR)],
  ])('of the files of an index %s', async (said, when) => {
    const repo = codeRepo();
    await cora(repo).index();
    for (const entry of readdirSync(storeRoot(repo), { recursive: true, withFileTypes: true }))
      utimesSync(join(entry.parentPath, entry.name), when, when);
    repo.file('lib/later.ts', functionOf('laterOn', 'given')).commit();
    expect((await cora(repo).query('laterOn')).results[0]?.path).toBe('lib/later.ts');
    await cora(repo).index();
    await cora(repo).gc();
    await isWhole(repo, 'laterOn');
    table.add({
      fault: `times of the files of an index: ${said}`,
      happens: 'runs and queries go on',
      mends: 'nothing needs to',
    });
  });
});
