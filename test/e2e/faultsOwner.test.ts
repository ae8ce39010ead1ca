/**
 * An index that this user may not write or read, and one whose permissions are lost in the middle of a run: by the system's own
 * permissions, which stop everybody but root (otherUser below). What can be read answers; the rest says what to type.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cora, storeRoot } from '../helpers/cora.ts';
import { codeRepo, functionOf } from '../helpers/describedRepo.ts';
import { clearEnd } from '../helpers/faults/clearEnd.ts';
import { filesUnder, kindOf } from '../helpers/faults/damage.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { IS_FULL, randomOf } from '../helpers/faults/seed.ts';
import { type CliOptions, type CliResult, runCli, startCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';

// Somebody whom permissions stop. They do not stop root, so there it is another user: nobody, or,
// where nobody may not read this checkout, root without the right to pass over permissions.
// Anybody else is stopped by permissions anyway.

interface OtherUser {
  /** What belongs to the one who runs the tests does not belong to them. */
  isOther: boolean;
  run(args: readonly string[], cwd: string): Promise<CliResult>;
  start(args: readonly string[], cwd: string): ReturnType<typeof startCli>;
  /** In a shell. @returns its exit status */
  shell(command: string): number | null;
  /** Theirs from now on. */
  give(path: string): void;
  /** A folder of theirs. */
  dir(): string;
}

const NOBODY = { uid: 65_534, gid: 65_534 };
const WITHOUT_RIGHTS = ['setpriv', '--bounding-set=-dac_override,-dac_read_search,-fowner', '--inh-caps=-all'];

type Means = Pick<CliOptions, 'user' | 'wrap'>;

/** @returns null for root where there is neither way, and on Windows */
async function otherUser(repo: TempRepo): Promise<OtherUser | null> {
  if (process.getuid === undefined) return null;
  const isRoot = process.getuid() === 0;
  const home = openDir();
  // Who may not write the home of the tests has one of their own.
  const env = {
    ...repo.env,
    CORA_EMBEDDER: 'hash',
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    TMPDIR: home,
  };
  const works = async (means: Means): Promise<boolean> =>
    (await runCli(['--version'], { cwd: home, env, ...means }).catch(() => null))?.code === 0;
  const all: Means[] = isRoot ? [{ user: NOBODY }, { wrap: WITHOUT_RIGHTS }] : [{}];
  for (const means of all) {
    const give = (path: string): void => {
      if (means.user !== undefined) spawnSync('chown', ['-R', `${means.user.uid}:${means.user.gid}`, path]);
    };
    give(home);
    if (!(await works(means))) continue;
    return {
      isOther: means.user !== undefined,
      run: (args, cwd) => runCli(args, { cwd, env, ...means }),
      start: (args, cwd) => startCli(args, { cwd, env, ...means }),
      shell: (command) => spawnSync('sh', ['-c', command], { cwd: home, env, ...means.user }).status,
      give,
      dir() {
        const dir = openDir();
        give(dir);
        return dir;
      },
    };
  }
  return null;
}

/** That everybody may enter. */
function openDir(): string {
  const dir = tempDir();
  chmodSync(dir, 0o755);
  return dir;
}

/** Lets others read it, with the folder that it lies in. */
function openToRead({ dir }: Pick<TempRepo, 'dir'>): void {
  chmodSync(dirname(dir), 0o755);
  setModes(dir, 'a+rX');
}

/** What vanishes meanwhile does not matter. @param modes as chmod writes them */
function setModes(path: string, modes: string): void {
  spawnSync('chmod', ['-R', modes, path]);
}

const DENIED = /permission denied/;
const MOMENTS = IS_FULL ? 8 : 1;
const random = randomOf('owner');
/** In the short form one of them. */
const some = <T>(all: readonly T[]): readonly T[] => (IS_FULL ? all : [all[Math.floor(random() * all.length)]!]);

const table = faultTable('Another user');
let repo: TempRepo;
/** Null where nobody can be stopped: nothing is tested there. */
let user: OtherUser | null;
let stoppedRuns = 0;

beforeAll(async () => {
  repo = codeRepo();
  user = await otherUser(repo);
  expect(user === null && process.env['CI'] !== undefined, 'neither nobody nor setpriv').toBe(false);
  await cora(repo).index();
  repo.file('lib/more.ts', functionOf('muchLater', 'given')).commit('second step');
});

afterAll(() => {
  setModes(repo.dir, 'u+rwX');
  table.check(IS_FULL && user?.isOther === true);
  table.did(
    `${2 * MOMENTS} runs that lose their permissions, ${stoppedRuns} of them stopped; each file of an index unreadable`,
  );
});

beforeEach(() => {
  setModes(repo.dir, 'u+rwX');
  openToRead(repo);
  if (user?.isOther === true) user.shell(`git config --global --replace-all safe.directory '${repo.dir}'`);
});

async function mustEnd(args: readonly string[], codes: readonly number[]): Promise<CliResult> {
  const result = await user!.run(args, repo.dir);
  clearEnd(result, args.join(' '));
  expect(codes, `${args.join(' ')}\n${result.stderr}`).toContain(result.code);
  return result;
}

const query = (...more: string[]) => ['query', 'checkPassword', '--quiet', ...more];

describe('a repository of somebody else', () => {
  it('is refused by Git, and the command that the error names opens it', async () => {
    if (user?.isOther !== true) return;
    user.shell('git config --global --unset-all safe.directory');
    const { stderr } = await mustEnd(query(), [2]);
    const command = /(git config --global --add safe\.directory .+)$/m.exec(stderr)?.[1];
    expect(user.shell(command ?? 'false'), stderr).toBe(0);
    await mustEnd(query(), [0]);
    table.add({
      fault: 'a repository that belongs to somebody else',
      happens: 'says so (exit 2)',
      mends: '`git config --global --add safe.directory DIR`, as it says',
    });
  });
});

describe('hooks of a clone that users share', () => {
  it('are installed by one of them: another one gets neither half of them nor the name of a temporary file', async () => {
    if (user?.isOther !== true) return;
    const shared = codeRepo();
    await cora(shared).index();
    openToRead(shared);
    setModes(shared.dir, 'a+rwX');
    const home = join(shared.dir, '.git', 'cora');
    setModes(home, 'go-rwx');
    user.shell(`git config --global --add safe.directory '${shared.dir}'`);
    for (const args of [
      ['hooks', 'install'],
      ['init', '--yes'],
    ]) {
      const { code, stderr } = await user.run(args, shared.dir);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${home}, where hooks keep their marks`)]);
      expect(stderr).not.toContain('.tmp');
    }
    expect(existsSync(join(shared.dir, '.git', 'hooks', 'post-commit'))).toBe(false);
  });
});

describe('an index that cannot be written', () => {
  it('answers', async () => {
    if (user === null) return;
    setModes(join(repo.dir, '.git'), 'a-w');
    const reads = [['symbols', 'checkPassword'], ['refs', 'hashOf'], ['query', '--commits', 'second step'], ['status']];
    const always = [query(), ['doctor'], ['pack', '-o', join(user.dir(), 'index.tar')]];
    for (const args of [...some(reads), ...always]) await mustEnd(args, [0]);
    table.add({
      fault: 'an index that cannot be written: commands that read',
      happens: 'answers, newer commits included',
      mends: 'nothing needs to',
    });
  });

  it('is said by what would write it; another place is, and the same command when it can be', async () => {
    if (user === null) return;
    for (const args of some([['index', '--quiet'], ['gc'], ['index', '--full', '--quiet']])) {
      setModes(join(repo.dir, '.git'), 'a-w');
      const { stderr } = await mustEnd(args, [2]);
      expect(stderr).toMatch(DENIED);
      await mustEnd(query(), [0]);
      const store = join(user.dir(), 'store');
      await mustEnd(['index', '--quiet', '--store', store], [0]);
      for (const own of [query('--store', store), ['doctor', '--store', store]]) await mustEnd(own, [0]);
      table.add({
        fault: `an index that cannot be written: \`cora ${args.filter((word) => word !== '--quiet').join(' ')}\``,
        happens: 'says that permission is denied (exit 2); a query answers',
        mends: '`cora index --store DIR`, as it says; or permissions, and the same command',
      });
    }
    setModes(repo.dir, 'u+rwX');
    await isUsable(repo, 'written again');
  });
});

describe('an index that cannot be read', () => {
  it('is built anew elsewhere', async () => {
    if (user === null) return;
    setModes(storeRoot(repo), 'a-rwx');
    const { stderr } = await mustEnd(query(), [3]);
    expect(stderr).toMatch(
      user.isOther ? /belongs to another user.\n {2}cora index {3}builds yours in / : /cora index/,
    );
    await mustEnd(['index', '--quiet'], [0]);
    for (const args of [query(), ['doctor']]) await mustEnd(args, [0]);
    setModes(repo.dir, 'u+rwX');
    await isUsable(repo, 'read again');
    table.add({
      fault: 'an index that cannot be read',
      happens: 'says that there is none (exit 3)',
      mends: '`cora index`: it goes to the cache directory; or permissions',
    });
  });

  it('in a part of it: answers, or says that permission is denied', async () => {
    if (user === null) return;
    const all = filesUnder(storeRoot(repo));
    for (const path of some(all)) {
      const file = join(storeRoot(repo), path);
      setModes(join(repo.dir, '.git', 'cora'), 'a-w');
      setModes(file, 'a-rwx');
      const result = await mustEnd(query(), [0, 2]);
      if (result.code === 2) expect(result.stderr, path).toMatch(DENIED);
      await mustEnd(['doctor'], [0, 1, 2]);
      setModes(repo.dir, 'u+rwX');
      openToRead(repo);
      await mustEnd(query(), [0]);
      table.add({
        fault: `an index of which one file cannot be read: \`${kindOf(path)}\``,
        happens: 'a query answers, or says that permission is denied (exit 2)',
        mends: 'permissions, and the same command',
      });
    }
  });
});

describe('permission that is lost in the middle of a run', () => {
  it.each(
    some([
      ['to write', 'a-w'],
      ['to read', 'a-rwx'],
    ] as const),
  )('%s: is said; the same command goes on when it is back', async (said, modes) => {
    if (user === null) return;
    const own = codeRepo();
    for (let at = 0; at < 60; at++) own.file(`lib/f${at}.ts`, functionOf(`part${at}`, `given + ${at}`));
    own.commit();
    openToRead(own);
    user.give(own.dir);
    let stopped = 0;
    for (let moment = 0; moment < MOMENTS; moment++) {
      const { child, ended } = user.start(['index', '--full', '--quiet'], own.dir);
      child.stdin!.end();
      let isOver = false;
      void ended.then(() => {
        isOver = true;
      });
      while (!isOver && !hasBegun(own)) await sleep(2);
      await sleep(random() * 100);
      setModes(storeRoot(own), modes);
      const result = await ended;
      const error = clearEnd(result, said);
      if (error !== null) {
        expect(error).toMatch(DENIED);
        stopped += 1;
      }
      clearEnd(await user.run(query(), own.dir), `${said}, query`);
      setModes(storeRoot(own), 'u+rwX');
      const again = await user.run(['index', '--quiet'], own.dir);
      expect(again.code, again.stderr).toBe(0);
      expect((await user.run(query(), own.dir)).code).toBe(0);
    }
    stoppedRuns += stopped;
    process.stdout.write(`${stopped} of ${MOMENTS} runs were stopped\n`);
    const file = join(user.dir(), 'index.tar');
    for (const args of [['doctor'], ['pack', '-o', file], ['verify', file]])
      expect((await user.run(args, own.dir)).code, args[0]).toBe(0);
    table.add({
      fault: `permission ${said} that is lost in the middle of \`cora index\``,
      happens: 'says so (exit 2), or makes do with what it has',
      mends: 'permissions, and the same command',
    });
  });
});

/** Its folder is there, and somebody writes it. */
function hasBegun(own: TempRepo): boolean {
  const root = storeRoot(own);
  return existsSync(root) && readdirSync(root).some((name) => existsSync(join(root, name, 'write.lock')));
}
