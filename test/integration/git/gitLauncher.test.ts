/** Git that a small process starts answers as git that this one starts. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGitLauncher, type GitLauncher, sharedGitLauncher } from '../../../src/git/gitLauncher.ts';
import { type GitPlace, runGit } from '../../../src/git/runGit.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The process as a bundle, as dist has it. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cora-launcher-'));
  await build({
    stdin: {
      contents: "import { serveGitTasks } from './gitLauncher.ts'; serveGitTasks(process);",
      resolveDir: join(root, 'src/git'),
    },
    outfile: join(folder, 'launcher.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open: GitLauncher[] = [];
afterEach(() => {
  for (const launcher of open.splice(0)) launcher.close();
});

function launcherOf(name: string, code?: string): GitLauncher {
  const path = join(folder, name);
  if (code !== undefined) writeFileSync(path, code);
  const launcher = createGitLauncher(pathToFileURL(path), 'linux');
  open.push(launcher);
  launcher.begin();
  return launcher;
}

const VERSION = { cwd: tmpdir(), env: process.env, args: ['--version'], input: '' };

/** Until then every run is null. */
async function ready(launcher: GitLauncher): Promise<GitLauncher> {
  for (let tries = 0; tries < 1000; tries++) {
    if ((await launcher.run(VERSION)) !== null) return launcher;
    await wait(10);
  }
  throw new Error('the launcher does not start');
}

describe('git started by another process', () => {
  it('answers with the same bytes, messages and status', async () => {
    const repo = tempRepo().file('größe.txt', 'x\n');
    repo.commit();
    const here: GitPlace = { cwd: repo.dir, env: repo.env };
    const there: GitPlace = { ...here, launch: (await ready(launcherOf('launcher.mjs'))).run };
    const blob = Buffer.from([0, 255, 10, 13, 128]);
    const runs: [string[], (string | Uint8Array)?][] = [
      [['ls-files', '-z', '-s']],
      [['hash-object', '-w', '--stdin'], blob],
      [['check-attr', '-z', '--stdin', 'text'], 'größe.txt\0'],
      [['rev-parse', 'nothing-like-it']],
      [['no-such-command']],
    ];
    for (const [args, input = ''] of runs) {
      const options = { input, mayFail: true };
      expect(await runGit(there, args, options), args.join(' ')).toEqual(await runGit(here, args, options));
    }
    const { stdout } = await runGit(there, ['cat-file', 'blob', await nameOf(here, blob)]);
    expect(Buffer.compare(stdout, blob)).toBe(0);
    await expect(runGit(there, ['rev-parse', '--verify', 'nothing-like-it'])).rejects.toMatchObject({ code: 'GIT' });
  });

  it('answers many at once, each its own', async () => {
    const repo = tempRepo().file('a', 'a\n');
    const place: GitPlace = {
      cwd: repo.dir,
      env: repo.env,
      launch: (await ready(launcherOf('launcher.mjs'))).run,
    };
    const texts = Array.from({ length: 20 }, (_, at) => `text ${at}`);
    const names = await Promise.all(texts.map((text) => nameOf(place, Buffer.from(text))));
    expect(names).toEqual(
      await Promise.all(texts.map((text) => nameOf({ ...place, launch: undefined }, Buffer.from(text)))),
    );
  });

  it('is stopped with the question', async () => {
    const launcher = await ready(launcherOf('launcher.mjs'));
    const stop = new AbortController();
    const place: GitPlace = { ...VERSION, launch: launcher.run };
    const running = runGit(place, ['--version'], { signal: stop.signal });
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(runGit(place, ['--version'], { signal: stop.signal })).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await launcher.run(VERSION)).not.toBeNull();
  });

  it('says what is wrong where it cannot be started', async () => {
    const launcher = await ready(launcherOf('launcher.mjs'));
    const place = { cwd: join(folder, 'gone'), env: process.env, launch: launcher.run };
    await expect(runGit(place, ['--version'])).rejects.toMatchObject({ code: 'GIT' });
  });
});

const DYING = `
process.on('message', ({ args }) => {
  if (args.includes('die')) process.exit(1);
  process.send({ id: 1, output: { stdout: Buffer.from(''), stderr: '', status: 0 } });
});
process.send('ready');
`;

describe('without the other process', () => {
  it.each([
    ['that is not there', 'missing.mjs', undefined],
    ['that does not start', 'broken.mjs', 'throw new Error("bad dist");'],
    ['that never gets ready', 'silent.mjs', 'process.on("disconnect", process.exit);'],
  ])('%s git is started here', async (_, name, code) => {
    const launcher = launcherOf(name, code);
    await wait(50);
    expect(await launcher.run(VERSION)).toBeNull();
    expect((await runGit({ ...VERSION, launch: launcher.run }, ['--version'])).stdout.toString()).toMatch(
      /^git version/,
    );
  });

  it('that dies, what it was asked is asked here', async () => {
    const launcher = await ready(launcherOf('dying.mjs', DYING));
    const { stdout } = await runGit({ ...VERSION, launch: launcher.run }, ['-c', 'color.ui=die', 'version', 'die'], {
      mayFail: true,
    });
    expect(stdout.toString()).toMatch(/^git version/);
    expect(await launcher.run(VERSION)).toBeNull();
  });

  it('nothing is begun where starting a process does not depend on its parent', async () => {
    const launcher = createGitLauncher(pathToFileURL(join(folder, 'launcher.mjs')), 'win32');
    launcher.begin();
    await wait(300);
    expect(await launcher.run(VERSION)).toBeNull();
  });

  it('that was let go of, git is started here', async () => {
    const launcher = await ready(launcherOf('launcher.mjs'));
    launcher.close();
    expect(await launcher.run(VERSION)).toBeNull();
    launcher.begin();
    expect(await launcher.run(VERSION)).toBeNull();
  });
});

describe('the process of all sessions', () => {
  it('ends with the last of them, and comes again with the next', () => {
    const made: { isClosed: boolean }[] = [];
    const create = (): GitLauncher => {
      const one = { isClosed: false };
      made.push(one);
      return {
        begin: () => undefined,
        run: async () => null,
        close: () => {
          one.isClosed = true;
        },
      };
    };
    const [first, second] = [sharedGitLauncher(create), sharedGitLauncher(create)];
    first.close();
    first.close();
    expect(made).toEqual([{ isClosed: false }]);
    second.close();
    expect(made).toEqual([{ isClosed: true }]);
    sharedGitLauncher(create).close();
    expect(made).toHaveLength(2);
  });
});

async function nameOf(place: GitPlace, bytes: Uint8Array): Promise<string> {
  return (await runGit(place, ['hash-object', '--stdin'], { input: bytes })).stdout.toString().trim();
}
