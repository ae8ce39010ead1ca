/** kill -9 at moments that a seed chooses: what was there before answers, and the next run ends as if nothing had been. */

import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { isCoraError } from '../../src/base/errors.ts';
import { cora, storeRoot } from '../helpers/cora.ts';
import { codeRepo, functionOf, pieceOf, proseOf } from '../helpers/describedRepo.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { IS_FULL, randomOf } from '../helpers/faults/seed.ts';
import { serveModel } from '../helpers/modelServer.ts';
import { runCli, startCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';

// Runs that are killed (kill -9) at moments that a seed chooses, and what must be true after
// each.

interface KillRequest {
  name: string;
  /** So many runs are killed; those that were over before do not count. */
  moments: number;
  cwd: string;
  env: NodeJS.ProcessEnv;
  args: readonly string[];
  /** Makes work for the next run. */
  before(moment: number): Promise<void>;
  /** Asserts that what is there answers. */
  after(moment: number): Promise<void>;
}

interface Kills {
  /** How many of the runs did not get to their end. */
  killed: number;
  /** How many did, beside the first. */
  finished: number;
  /** Of the last run. */
  last: number;
}

/** A run that is faster than all before it ends before its moment comes; that many in a row is no chance. */
const TRIES = 10;

/** Moments are spread over the time that a run takes, which the first one tells: it is not killed. */
async function killAtMoments({ name, moments, cwd, env, args, before, after }: KillRequest): Promise<Kills> {
  const random = randomOf(name);
  const kills: Kills = { killed: 0, finished: 0, last: 0 };
  let whole = Number.POSITIVE_INFINITY;
  for (let moment = 0; kills.killed < moments; moment++) {
    expect(moment, `${name}: ${kills.killed} killed`).toBeLessThan(TRIES * moments);
    kills.last = moment;
    await before(moment);
    const started = Date.now();
    const { child, ended } = startCli(args, { cwd, env });
    child.stdin!.end();
    const ending = new AbortController();
    if (moment > 0) {
      void sleep(whole * (0.1 + 0.9 * random()), undefined, { signal: ending.signal })
        .then(() => child.kill('SIGKILL'))
        .catch(() => undefined);
    }
    const result = await ended;
    ending.abort();
    if (result.signal === 'SIGKILL') kills.killed += 1;
    else {
      expect(result.code, `${name}\n${result.stderr}`).toBe(0);
      if (moment > 0) kills.finished += 1;
      whole = Math.min(whole, Date.now() - started);
    }
    await after(moment);
  }
  process.stdout.write(`kill -9 of ${name}: ${kills.killed} killed, ${kills.finished} had ended before\n`);
  return kills;
}

/** Processes killed for each of the five commands: 200 in the full form. */
const MOMENTS = IS_FULL ? 40 : 3;

const table = faultTable('A process that is killed');

const all = { killed: 0, finished: 0 };

afterAll(() => {
  table.check();
  table.did(`${all.killed} processes killed; ${all.finished} more had ended before their moment`);
});

async function kill(request: Omit<KillRequest, 'moments'>): Promise<Kills> {
  const kills = await killAtMoments({ ...request, moments: MOMENTS });
  all.killed += kills.killed;
  all.finished += kills.finished;
  return kills;
}

/** The same changes give the same files, in this repository and in the one that is never killed. */
function change(repo: TempRepo, moment: number): void {
  for (let at = 0; at < 4; at++)
    repo.file(`lib/f${moment}_${at}.ts`, functionOf(`part${moment}of${at}`, `given + ${moment}`));
  repo.commit(`change ${moment}`);
}

async function answers(repo: TempRepo, isFirst = false): Promise<void> {
  try {
    const { results } = await cora(repo).query('checkPassword');
    expect(results[0]?.path).toBe('src/login.ts');
  } catch (error) {
    if (!isFirst || !isCoraError(error)) throw error;
    expect(error.code).toMatch(/NO_INDEX|BROKEN_INDEX/);
  }
}

/** One more run, and the index is that of a fresh one, whole, with nothing left over. */
async function isMended(repo: TempRepo): Promise<void> {
  await isWhole(repo);
  const fresh = cora(repo, { store: tempDir() });
  await fresh.index();
  expect((await cora(repo).query('part1of1')).results).toEqual((await fresh.query('part1of1')).results);
}

/** A run that was killed before it wrote its name into its lock may be under way, until it has been silent for a while. */
function passTime(repo: TempRepo): void {
  const earlier = new Date(Date.now() - 2 * 60 * 1000);
  for (const name of readdirSync(storeRoot(repo), { recursive: true }).map(String)) {
    const lock = join(storeRoot(repo), name);
    if (name.endsWith('.lock') && !existsSync(`${lock}.json`)) utimesSync(lock, earlier, earlier);
  }
}

async function isWhole(repo: TempRepo): Promise<void> {
  passTime(repo);
  await cora(repo).index();
  expect(
    await cora(repo)
      .doctor(true)
      .then((found) => found.filter(({ fixed }) => !fixed)),
  ).toEqual([]);
  await isUsable(repo, 'after the last');
  const left = readdirSync(storeRoot(repo), { recursive: true }).filter((name) => /\.tmp$|\.lock/.test(String(name)));
  expect(left).toEqual([]);
}

const envOf = (repo: TempRepo, more: NodeJS.ProcessEnv = {}) => ({ ...repo.env, CORA_EMBEDDER: 'hash', ...more });

describe('kill -9', () => {
  it('of a build', async () => {
    const repo = codeRepo();
    await kill({
      name: 'build',
      cwd: repo.dir,
      env: envOf(repo),
      args: ['index', '--quiet'],
      before: async (moment) => change(repo, moment),
      after: () => answers(repo),
    });
    await isMended(repo);
    table.add(row('cora index'));
  });

  it('of gc', async () => {
    const repo = codeRepo();
    await kill({
      name: 'gc',
      cwd: repo.dir,
      env: envOf(repo),
      args: ['gc'],
      async before(moment) {
        change(repo, moment);
        await cora(repo).index();
        repo.git('reset', '-q', '--hard', 'HEAD~1');
        repo.git('reflog', 'expire', '--expire=now', '--all');
        await cora(repo).index();
      },
      after: () => answers(repo),
    });
    await isMended(repo);
    table.add(row('cora gc'));
  });

  it('of a pull', async () => {
    const repo = codeRepo();
    for (let moment = 0; moment < 12; moment++) change(repo, moment);
    await cora(repo).index();
    const { file } = await cora(repo).pack();
    const clone = repo.clone();
    await kill({
      name: 'pull',
      cwd: clone.dir,
      env: envOf(clone),
      args: ['pull', file, '--quiet'],
      before: async () => rmSync(storeRoot(clone), { recursive: true, force: true }),
      after: () => answers(clone, true),
    });
    // One that was killed before it marked its folder may have been another's that is under way.
    mkdirSync(storeRoot(clone), { recursive: true });
    const earlier = new Date(Date.now() - 2 * 60 * 1000);
    for (const name of readdirSync(storeRoot(clone)).filter((one) => one.startsWith('pull.')))
      utimesSync(join(storeRoot(clone), name), earlier, earlier);
    await cora(clone).pull(file);
    expect(readdirSync(storeRoot(clone)).filter((one) => one.startsWith('pull.'))).toEqual([]);
    await isMended(clone);
    table.add(row('cora pull'));
  });

  it('of a sync', async () => {
    const [one, two] = [codeRepo(), codeRepo()];
    const home = tempDir();
    const env = envOf(one, { CORA_HOME: home });
    const run = (...args: string[]) => runCli(args, { cwd: home, env });
    for (const [name, repo] of Object.entries({ one, two }))
      await run('repos', 'add', `file://${repo.dir}`, '--name', name);
    const { last: moment } = await kill({
      name: 'sync',
      cwd: home,
      env,
      args: ['sync', '--quiet', '--force'],
      before: async (moment) => change(moment % 2 === 0 ? one : two, moment),
      async after() {
        const { code, stderr, stdout } = await run('query', '--repo', '*', 'checkPassword', '--json');
        expect(code, stderr).toBe(0);
        expect(stdout).toContain('src/login.ts');
      },
    });
    const last = await run('sync', '--json', '--force');
    expect(last.code, last.stdout + last.stderr).toBe(0);
    const { stdout } = await run('query', '--repo', '*', `part${moment}of1`, '--json');
    expect(stdout).toContain(`lib/f${moment}_1.ts`);
    for (const id of readdirSync(join(home, 'repos'))) await isUsable({ dir: join(home, 'repos', id), env }, id);
    expect(readdirSync(join(home, 'state')).filter((name) => /\.tmp$|\.lock/.test(name))).toEqual([]);
    table.add(row('cora sync'));
  });

  it('of commentary: what was answered is not asked again', async () => {
    const repo = codeRepo();
    const model = await serveModel(proseOf);
    try {
      const { killed } = await kill({
        name: 'commentary',
        cwd: repo.dir,
        env: envOf(repo, model.env),
        args: ['index', '--quiet', '--commentary', 'ollama:tiny', '--yes'],
        before: async (moment) => change(repo, moment),
        after: () => answers(repo),
      });
      const last = cora({ dir: repo.dir, env: envOf(repo, model.env) });
      await last.index({ commentary: 'ollama:tiny' });
      // Only a run that writes commentary takes over its lock.
      await isWhole(repo);
      const asked = model.asked.map(pieceOf);
      // One question may be under way when a run is killed.
      expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(killed);
      expect((await last.index({ commentary: 'ollama:tiny' })).commentary).toMatchObject({ written: 0 });
    } finally {
      await model.close();
    }
    table.add(row('cora index --commentary'));
  });
});

function row(command: string) {
  return {
    fault: `\`${command}\``,
    happens: 'a query answers from what was there before; what was computed is kept',
    mends: 'the next run: it goes on from there',
  };
}
