/** The files of the hooks and of a fleet, damaged: a commit is never stopped, and nothing that a person wrote is lost without a word. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log.ts';
import { readJobs } from '../../src/fleet/jobQueue.ts';
import type { Status } from '../../src/freshness/readStatus.ts';
import { storeRoot } from '../helpers/cora.ts';
import { eventually } from '../helpers/eventually.ts';
import { clearEnd } from '../helpers/faults/clearEnd.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { IS_FULL, randomOf } from '../helpers/faults/seed.ts';
import { openIdleQueue } from '../helpers/idleQueue.ts';
import { runCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, shellIn, shopRepo } from './cliShell.ts';

const table = faultTable('Files of hooks and of a fleet');
const random = randomOf('garbage');

afterAll(() => table.check(IS_FULL));

const DAMAGE: Readonly<Record<string, (file: string) => void>> = {
  emptied: (file) => truncateSync(file, 0),
  'cut in half': (file) => truncateSync(file, readFileSync(file).length >> 1),
  garbage: (file) => writeFileSync(file, Buffer.from(Array.from({ length: 300 }, () => Math.floor(random() * 256)))),
  deleted: (file) => rmSync(file),
};

/** Each costs a commit and its background run. */
function chosen(): [string, (file: string) => void][] {
  const all = Object.entries(DAMAGE);
  return IS_FULL ? all : [all[Math.floor(random() * all.length)]!];
}

describe('a repository with hooks', () => {
  let repo: TempRepo;

  beforeAll(async () => {
    repo = shopRepo();
    // The one that is quick.
    repo.env['CORA_EMBEDDER'] = 'hash';
    await indexed(repo);
    delete repo.env['CI'];
    delete repo.env['CORA'];
    expect((await shellIn(repo)(['hooks', 'install'])).code).toBe(0);
  });

  const home = (name: string): string => join(storeRoot(repo), name);

  async function atHead(): Promise<void> {
    await eventually(async () => {
      const { freshness } = jsonOf<Status>(await shellIn(repo)(['status', '--json']));
      expect(freshness.indexedCommit).toBe(repo.git('rev-parse', 'HEAD'));
      expect(existsSync(home('log/write.lock'))).toBe(false);
    });
  }

  it.each(['pending', 'taken', 'runner', 'log/last-run.json', 'log/hook.log', 'log/write.lock.json'])(
    '%s damaged',
    async (name) => {
      for (const [fault, damage] of chosen()) {
        mkdirSync(dirname(home(name)), { recursive: true });
        if (!existsSync(home(name))) writeFileSync(home(name), `${repo.dir}\n`);
        damage(home(name));
        repo.file('src/more.ts', `export const more = '${name} ${fault}';\n`);
        repo.git('add', '-A');
        // With hooks.
        repo.git('commit', '-q', '-m', fault);
        if (name === 'runner') {
          // The hook looks along the PATH, and says so where it finds nothing.
          await sleep(500);
          expect((await shellIn(repo)(['hooks', 'install'])).code).toBe(0);
          expect((await shellIn(repo)(['hooks', 'run'])).code).toBe(0);
        }
        await atHead();
        const doctor = await shellIn(repo)(['doctor']);
        expect(doctor.code, doctor.stdout).toBe(0);
        await isUsable(repo, `${name} ${fault}`, { question: 'addItem' });
        table.add({
          fault: `\`${name}\`: ${fault}`,
          happens:
            name === 'runner'
              ? 'the commit is made; `cora status` says where the hook finds no Cora'
              : 'the commit is made, and the hook brings the index to it',
          mends: name === 'runner' ? '`cora hooks install`' : 'nothing needs to',
        });
      }
    },
  );
});

describe('a fleet', () => {
  it('manifest.json damaged', async () => {
    const [repo, home] = [await indexed(shopRepo()), tempDir()];
    const cli = (...args: string[]) => runCli(args, { cwd: home, env: { ...repo.env, CORA_HOME: home } });
    expect((await cli('repos', 'add', repo.dir, '--name', 'shop')).code).toBe(0);
    const file = join(home, 'state', 'manifest.json');
    const kept = readFileSync(file);
    const all = Object.entries(DAMAGE);
    for (const [fault, damage] of IS_FULL ? all : [all.at(-1)!, all[Math.floor(random() * 3)]!]) {
      writeFileSync(file, kept);
      damage(file);
      const result = await cli('sync');
      const error = clearEnd(result, fault);
      expect(error === null).toBe(fault === 'deleted');
      if (fault !== 'deleted') rmSync(file);
      expect((await cli('repos', 'add', repo.dir, '--name', 'shop')).code).toBe(0);
      expect((await cli('query', '--repo', 'shop', 'addItem')).code).toBe(0);
      table.add({
        fault: `\`manifest.json\`: ${fault}`,
        happens:
          error === null
            ? 'a fleet without repositories'
            : 'says that it is not a list of repositories (exit 2), and leaves it as it is',
        mends: 'the file from a backup, or `cora repos add`: clones and indexes are found again',
      });
    }
  });

  it('jobs.json damaged', async () => {
    for (const [fault, damage] of Object.entries(DAMAGE)) {
      const home = tempDir();
      const file = join(home, 'state', 'jobs.json');
      mkdirSync(dirname(file));
      writeFileSync(file, '{"version":1,"jobs":[]}\n');
      damage(file);
      await (await openIdleQueue(home, silentLog)).close();
      const aside = readdirSync(dirname(file)).filter((name) => name.includes('.broken-'));
      expect(aside).toHaveLength(fault === 'deleted' ? 0 : 1);
      expect(await readJobs(home)).toMatchObject({ jobs: [] });
      table.add({
        fault: `\`jobs.json\`: ${fault}`,
        happens: fault === 'deleted' ? 'a new list begins' : 'is put aside with a warning; a new list begins',
        mends: 'nothing needs to',
      });
    }
  });
});
