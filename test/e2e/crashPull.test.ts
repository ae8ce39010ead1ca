/** `cora pull` killed at any moment: the index of before answers, the next pull ends with the right one, and nothing is left over. */

import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { PullReport } from '../../src/share/pullIndex.ts';
import { storeRoot } from '../helpers/cora.ts';
import { runCli, startCli } from '../helpers/runCli.ts';
import { EXTENSIONS, sourceOf } from '../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { jsonOf } from './cliShell.ts';

const MOMENTS = 8;

function addFiles(repo: TempRepo, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const extension = EXTENSIONS[at % EXTENSIONS.length]!;
    repo.file(`src/file${at}.${extension}`, sourceOf(extension, at));
  }
  repo.commit();
}

const temporary = (repo: TempRepo): string[] => readdirSync(storeRoot(repo)).filter((name) => name.startsWith('pull.'));

it('kill -9 at many moments of a pull', async () => {
  const repo = tempRepo();
  addFiles(repo, 0, 40);
  const clone = repo.clone();
  const at = (one: TempRepo) => ({ cwd: one.dir, env: one.env });
  expect((await runCli(['index', '--quiet'], at(clone))).code).toBe(0);
  addFiles(repo, 40, 160);
  const file = join(tempDir(), 'index.tar');
  expect((await runCli(['index', '--quiet'], at(repo))).code).toBe(0);
  expect((await runCli(['pack', '-o', file, '--quiet'], at(repo))).code).toBe(0);
  const other = repo.clone();
  const started = Date.now();
  const reference = jsonOf<PullReport>(await runCli(['pull', file, '--json', '--quiet'], at(other)));
  const whole = Date.now() - started;
  clone.git('fetch', '-q');
  clone.git('reset', '-q', '--hard', 'origin/main');
  let killed = 0;
  for (let moment = 1; moment <= MOMENTS; moment++) {
    const { child, ended } = startCli(['pull', file, '--quiet'], at(clone));
    await sleep((whole * moment) / (MOMENTS + 1));
    child.kill('SIGKILL');
    if ((await ended).signal === 'SIGKILL') killed += 1;
    const answer = await runCli(['query', '--json', 'append the account'], at(clone));
    expect(answer.code, answer.stderr).toBe(0);
    expect(jsonOf<SearchResult>(answer).results.length).toBeGreaterThan(0);
  }
  expect(killed).toBeGreaterThan(0);
  // One that was killed before it marked its folder may have been another's that is under way.
  const earlier = new Date(Date.now() - 2 * 60 * 1000);
  for (const name of temporary(clone)) utimesSync(join(storeRoot(clone), name), earlier, earlier);
  const last = jsonOf<PullReport>(await runCli(['pull', file, '--json', '--quiet'], at(clone)));
  expect(last).toMatchObject({ refused: [], index: { embedded: 0, failed: [], chunks: reference.index.chunks } });
  expect(temporary(clone)).toEqual([]);
  expect(existsSync(file)).toBe(true);
  const digestOf = async (one: TempRepo) =>
    jsonOf<{ digest: string }>(await runCli(['status', '--json'], at(one))).digest;
  expect(await digestOf(clone)).toBe(await digestOf(other));
  expect((await runCli(['doctor', '--json'], at(clone))).code).toBe(0);
});
