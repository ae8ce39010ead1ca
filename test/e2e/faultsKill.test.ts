/** kill -9 at moments that a seed chooses: what was there before answers, and the next run ends as if nothing had been. */

import { mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isCoraError } from '../../src/base/errors.ts';
import { cora, storeRoot } from '../helpers/cora.ts';
import { codeRepo, functionOf, pieceOf, proseOf } from '../helpers/describedRepo.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { type KillRequest, type Kills, killAtMoments } from '../helpers/faults/killed.ts';
import { IS_FULL } from '../helpers/faults/seed.ts';
import { serveModel } from '../helpers/modelServer.ts';
import { runCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';

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

async function isWhole(repo: TempRepo): Promise<void> {
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
      await isWhole(repo);
      const last = cora({ dir: repo.dir, env: envOf(repo, model.env) });
      await last.index({ commentary: 'ollama:tiny' });
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
