/** hooks/cora.sh on real git, with a program in Cora's place that writes down how it was called. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { addPending, takePending } from '../../../src/freshness/runHook.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { binOf, installerOf, recorder, until } from './hookedRepo.ts';

/** The caller's environment without what switches the hook off. */
function awake(repo: TempRepo): TempRepo {
  delete repo.env['CI'];
  delete repo.env['CORA'];
  return repo;
}

async function hooked(): Promise<{ repo: TempRepo } & ReturnType<typeof recorder>> {
  const repo = awake(tempRepo());
  repo.file('a').commit();
  const recorded = recorder();
  await installerOf(repo, recorded.program).install();
  return { repo, ...recorded };
}

/** What git is given beside its environment. */
function gitWith(repo: TempRepo, env: NodeJS.ProcessEnv, ...args: string[]) {
  return spawnSync('git', args, { cwd: repo.dir, env: { ...repo.env, ...env }, encoding: 'utf8' });
}

/** The lines of `pending`, without those that keep a torn one apart. */
function waiting(file: string): string {
  if (!existsSync(file)) return '';
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');
}

quick.describe('a commit', () => {
  quick.it('ends while Cora is still at work, and Cora runs detached from it', async () => {
    const { repo, calls, release } = await hooked();
    // The program stays until it is released: the commit can't have waited for it, nor the pipe of its output.
    const done = gitWith(
      repo,
      {
        NODE_OPTIONS: '--no-warnings',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'core.abbrev',
        GIT_CONFIG_VALUE_0: '9',
      },
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    );
    expect([done.status, done.stdout, done.stderr]).toEqual([0, '', '']);
    const [call] = await calls(1);
    expect(call).toMatchObject({ argv: ['hooks', 'run', 'post-commit'], cwd: repo.path('.git/cora'), niceness: 19 });
    expect(
      Object.keys(call!.env).filter((name) =>
        /^(GIT_(DIR|WORK_TREE|INDEX_FILE|PREFIX|CONFIG_COUNT)|NODE_OPTIONS)$/.test(name),
      ),
    ).toEqual([]);
    expect(call!.descriptors.filter((path) => !path.endsWith('hook.log'))).toEqual([]);
    expect(call!.input).toBe(existsSync('/proc/self/fd') ? '/dev/null' : '');
    expect(waiting(repo.path('.git/cora/pending'))).toBe(`${repo.dir}\n`);
    release();
  });

  quick.it('keeps no descriptor of its caller open', async () => {
    const { repo, calls, release } = await hooked();
    const held = join(tempDir(), 'held');
    const words = Array.from({ length: 7 }, (_, at) => `${at + 3}>'${held}'`).join(' ');
    const done = spawnSync('sh', ['-c', `git commit -q --allow-empty -m x ${words}`], { cwd: repo.dir, env: repo.env });
    expect(done.status).toBe(0);
    expect((await calls(1))[0]!.descriptors).not.toContain(held);
    release();
  });

  quick.it.each([
    ['CORA=0', { CORA: '0' }, 0],
    ['CI=true', { CI: 'true' }, 0],
    ['CI=1', { CI: '1' }, 0],
    ['CI=false', { CI: 'false' }, 1],
    ['CORA=1', { CORA: '1' }, 1],
  ])('with %s', async (_, env, count) => {
    const { repo, calls, seen, release } = await hooked();
    expect(gitWith(repo, env, 'commit', '-q', '--allow-empty', '-m', 'x').status).toBe(0);
    await calls(count);
    expect(existsSync(repo.path('.git/cora/pending'))).toBe(count === 1);
    expect(seen()).toHaveLength(count);
    release();
  });
});

quick.describe('post-checkout', () => {
  quick.it('heeds branches that differ, not files and not a new name for the same commit', async () => {
    const { repo, calls, release } = await hooked();
    repo.git('checkout', '-q', '-b', 'same');
    repo.git('checkout', '-q', '--', 'a');
    expect(existsSync(repo.path('.git/cora/pending'))).toBe(false);
    repo.file('b');
    gitWith(repo, { CORA: '0' }, 'add', '-A');
    gitWith(repo, { CORA: '0' }, 'commit', '-q', '-m', 'b');
    repo.git('checkout', '-q', 'main');
    expect((await calls(1)).map(({ argv }) => argv.at(-1))).toEqual(['post-checkout']);
    release();
  });

  quick.it('of a new linked worktree names that worktree', async () => {
    const { repo, calls, release } = await hooked();
    const linked = repo.worktree('side');
    await calls(1);
    expect(waiting(repo.path('.git/cora/pending'))).toBe(`${linked.dir}\n`);
    release();
  });
});

describe('places', () => {
  quick.it('in a linked worktree and below it the hook finds the common Git directory', async () => {
    const { repo, calls, release } = await hooked();
    const linked = repo.worktree('side');
    linked.file('deep/er/x').commit();
    await until(() => waiting(repo.path('.git/cora/pending')) === `${linked.dir}\n${linked.dir}\n`);
    expect((await calls(1))[0]!.cwd).toBe(repo.path('.git/cora'));
    release();
  });

  slow.it('in a submodule it stays with the submodule', async () => {
    const library = tempRepo();
    library.file('lib.py').commit();
    const repo = awake(tempRepo());
    repo.git('submodule', 'add', '-q', library.dir, 'lib');
    const recorded = recorder();
    await installerOf({ dir: repo.path('lib'), env: repo.env }, recorded.program).install();
    expect(gitWith(repo, {}, '-C', 'lib', 'commit', '-q', '--allow-empty', '-m', 'x').status).toBe(0);
    expect((await recorded.calls(1))[0]!.cwd).toBe(repo.path('.git/modules/lib/cora'));
    expect(waiting(repo.path('.git/modules/lib/cora/pending'))).toBe(`${repo.path('lib')}\n`);
    recorded.release();
  });

  slow.it('in a worktree of a bare repository', async () => {
    const bare = awake(tempRepo()).file('a');
    bare.commit();
    const clone = bare.clone('--bare');
    const recorded = recorder();
    await installerOf(clone, recorded.program).install();
    const linked = clone.worktree('side');
    await recorded.calls(1);
    expect(waiting(clone.path('cora/pending'))).toBe(`${linked.dir}\n`);
    recorded.release();
  });

  slow.it('a Git directory that stands elsewhere is named itself', async () => {
    const { repo, calls, release } = await hooked();
    const tree = tempDir();
    const done = gitWith(
      repo,
      {},
      '--git-dir',
      repo.path('.git'),
      '--work-tree',
      tree,
      '-C',
      tree,
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    );
    expect(done.stderr).toBe('');
    await calls(1);
    expect(waiting(repo.path('.git/cora/pending'))).toBe(`${repo.path('.git')}\n`);
    release();
  });
});

quick.describe('the search for Cora', () => {
  const commands = ['sh', 'git', 'mkdir', 'tr', 'ps', 'wc', 'mv', 'date', 'cat', 'nice', 'nohup', 'setsid', 'env'];
  /** A PATH without node: what a graphical client may give. */
  function poorPath(more: Record<string, string> = {}): string {
    const dir = binOf(more);
    for (const name of commands) {
      const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
      if (found.startsWith('/')) symlinkSync(found, join(dir, name));
    }
    return dir;
  }

  quick.it('needs no PATH where the recorded ones are', async () => {
    const { repo, calls, release } = await hooked();
    expect(gitWith(repo, { PATH: poorPath() }, 'commit', '-q', '--allow-empty', '-m', 'x').status).toBe(0);
    expect(await calls(1)).toHaveLength(1);
    release();
  });

  quick.it('goes on in the usual places when node has moved, newest version last in nvm', async () => {
    const { repo, program, calls, release } = await hooked();
    writeFileSync(repo.path('.git/cora/runner'), `/gone/node\n${program.cli}\n`);
    const home = tempDir();
    const bin = join(home, '.nvm/versions/node/v20.1.0/bin');
    repo.file('x');
    spawnSync('mkdir', ['-p', bin]);
    symlinkSync(process.execPath, join(bin, 'node'));
    const env = { PATH: poorPath(), HOME: home };
    expect(gitWith(repo, env, 'commit', '-q', '--allow-empty', '-m', 'x').status).toBe(0);
    expect(await calls(1)).toHaveLength(1);
    release();
  });

  quick.it('takes the cora of the PATH when the recorded one has gone', async () => {
    const { repo, program, calls, release } = await hooked();
    rmSync(repo.path('.git/cora/runner'));
    const path = poorPath({ cora: `#!/bin/sh\nexec '${process.execPath}' '${program.cli}' "$@"\n` });
    symlinkSync(process.execPath, join(path, 'node'));
    expect(gitWith(repo, { PATH: path }, 'commit', '-q', '--allow-empty', '-m', 'x').status).toBe(0);
    expect((await calls(1))[0]!.argv).toEqual(['hooks', 'run', 'post-commit']);
    release();
  });

  quick.it('that finds none is silent for the commit, and written down', async () => {
    const { repo } = await hooked();
    rmSync(repo.path('.git/cora/runner'));
    const env = { PATH: poorPath(), HOME: tempDir() };
    // Where a system has cora or node in /usr/bin nothing can be missing there.
    const isSomewhere = ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'].some((dir) =>
      existsSync(join(dir, 'cora')),
    );
    const done = gitWith(repo, env, 'commit', '-q', '--allow-empty', '-m', 'x');
    expect([done.status, done.stdout, done.stderr, isSomewhere]).toEqual([0, '', '', false]);
    await until(() => existsSync(repo.path('.git/cora/log/last-run.json')));
    const { lastRun } = await installerOf(repo).status();
    expect(lastRun).toMatchObject({
      hook: 'post-commit',
      error: { code: 'MISSING', message: expect.stringContaining('was not found') },
    });
    expect(readFileSync(repo.path('.git/cora/log/hook.log'), 'utf8')).toContain(
      'post-commit: Node.js or Cora was not found',
    );
  });
});

slow.describe('the log', () => {
  slow.it('is moved aside when it is long, and two files are all there ever are', async () => {
    const { repo, calls, release } = await hooked();
    repo.file('.git/cora/log/hook.log', 'x'.repeat(200_001)).file('.git/cora/log/hook.log.1', 'older');
    repo.git('commit', '-q', '--allow-empty', '-m', 'x');
    await calls(1);
    expect(statSync(repo.path('.git/cora/log/hook.log.1')).size).toBe(200_001);
    expect(statSync(repo.path('.git/cora/log/hook.log')).size).toBe(0);
    release();
  });
});

quick.describe('shells', () => {
  const shells = ['dash', 'bash', 'ksh', 'mksh', 'zsh', 'busybox'].filter(
    (shell) => spawnSync('sh', ['-c', `command -v ${shell}`]).status === 0,
  );

  quick.it.each(shells)('%s understands the script', async (shell) => {
    const { repo, calls, release } = await hooked();
    const bin = binOf({ sh: `#!/bin/sh\nexec ${shell === 'busybox' ? 'busybox sh' : shell} "$@"\n` });
    for (const file of ['post-commit', 'cora.sh'].map((name) => repo.path('.git/hooks', name)))
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/bin/sh', join(bin, 'sh')));
    expect(gitWith(repo, {}, 'commit', '-q', '--allow-empty', '-m', 'x').stderr).toBe('');
    expect((await calls(1))[0]!.cwd).toBe(repo.path('.git/cora'));
    release();
  });
});

quick.describe('odd bytes in the path', () => {
  const ODD = ' a\tb\\ "c" \'d\' %09 #?&$HOME `x` \u0085\u2028 日本 ';

  quick.it('reach Cora as they are', async () => {
    const { repo, calls, release } = await hooked();
    const dir = join(dirname(repo.dir), ODD);
    renameSync(repo.dir, dir);
    expect(gitWith({ ...repo, dir }, {}, 'commit', '-q', '--allow-empty', '-m', 'x').status).toBe(0);
    expect((await calls(1))[0]).toMatchObject({ cwd: join(dir, '.git/cora') });
    expect(waiting(join(dir, '.git/cora/pending'))).toBe(`${dir}\n`);
    await addPending(join(dir, '.git/cora'), dir);
    expect(await takePending(join(dir, '.git/cora'))).toEqual([dir]);
    release();
  });

  quick.it.each(['a\nb', 'a\n', '\nb'])(
    '%j, a line break, have hooks do nothing and the installer refuse',
    async (name) => {
      const { repo } = await hooked();
      const dir = join(dirname(repo.dir), name);
      renameSync(repo.dir, dir);
      rmSync(join(dir, '.git/cora'), { recursive: true });
      const script = join(dir, '.git/hooks/cora.sh');
      const done = spawnSync('/bin/sh', [script, 'post-commit', '--in-background'], { cwd: dir, env: repo.env });
      expect(done.status).toBe(0);
      expect(existsSync(join(dir, '.git/cora'))).toBe(false);
      await expect(installerOf({ dir, env: repo.env }).install()).rejects.toMatchObject({
        code: 'STORE',
        message: expect.stringContaining('a line break is in its path'),
        hint: expect.stringContaining('cora index --store DIR'),
      });
      await expect(addPending(join(dir, '.git/cora'), dir)).rejects.toMatchObject({ code: 'STORE' });
      expect(existsSync(join(dir, '.git/cora'))).toBe(false);
    },
  );
});
