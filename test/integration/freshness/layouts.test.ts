/** `cora hooks install` and `uninstall` in each layout, on real git: git itself is asked whether it runs what was written. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { quick, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { ALL_RUN, HOOKS, installerOf, recorder, script, verdicts } from './hookedRepo.ts';

function read(repo: TempRepo, path: string): string {
  return readFileSync(repo.path(path), 'latin1');
}

quick.describe('a repository of its own', () => {
  quick.it('gets four hooks and a script, which git runs, and loses them again', async () => {
    const repo = tempRepo();
    const { install, uninstall, status } = installerOf(repo);
    const { files, status: after } = await install();
    expect(files.map(({ file, action }) => [file.slice(repo.dir.length + 1), action])).toEqual(
      ['cora.sh', ...HOOKS].map((name) => [`.git/hooks/${name}`, 'create']),
    );
    expect(verdicts(repo, after)).toEqual(ALL_RUN);
    expect(after).toMatchObject({ manager: 'git', dir: repo.path('.git/hooks'), reserved: null });
    expect((await install()).files).toEqual([]);
    await uninstall();
    for (const name of ['cora.sh', ...HOOKS]) expect(existsSync(repo.path('.git/hooks', name))).toBe(false);
    expect(verdicts(repo, await status())).toEqual(HOOKS.map(() => 'not installed'));
  });

  quick.it('is not touched by a dry run', async () => {
    const repo = tempRepo();
    const { files } = await installerOf(repo).install({ dryRun: true });
    expect(files).toHaveLength(5);
    expect(existsSync(repo.path('.git/hooks/post-commit'))).toBe(false);
    expect(existsSync(repo.path('.git/cora'))).toBe(false);
  });

  quick.it('records where node and Cora are', async () => {
    const repo = tempRepo();
    await installerOf(repo, { node: '/opt/a b/node', cli: '/opt/cli.js' }).install();
    expect(read(repo, '.git/cora/runner')).toBe('/opt/a b/node\n/opt/cli.js\n');
  });
});

quick.describe('a hook of somebody else', () => {
  const foreign = '#!/usr/bin/env bash\n# caf\xe9\necho "foreign $1" >> ran\nexit 0\n';

  quick.it('keeps its bytes and its mode, still runs, and is as it was after uninstall', async () => {
    const repo = tempRepo();
    const hook = repo.path('.git/hooks/post-merge');
    writeFileSync(hook, foreign, 'latin1');
    chmodSync(hook, 0o750);
    const { install, uninstall } = installerOf(repo);
    const { status } = await install();
    // Cora runs no hook itself.
    expect(existsSync(repo.path('ran'))).toBe(false);
    expect(verdicts(repo, status)).toEqual(ALL_RUN);
    rmSync(repo.path('ran'));
    expect(statSync(hook).mode & 0o777).toBe(0o750);
    expect(read(repo, '.git/hooks/post-merge').replace(/# BEGIN cora[\s\S]*# END cora\n/, '')).toBe(foreign);
    repo.git('hook', 'run', 'post-merge', '--', '0');
    expect(read(repo, 'ran')).toBe('foreign 0\n');
    await uninstall();
    expect(read(repo, '.git/hooks/post-merge')).toBe(foreign);
    expect(statSync(hook).mode & 0o777).toBe(0o750);
  });

  quick.it('that git leaves out is not made executable, and the status says so', async () => {
    const repo = tempRepo();
    script(repo, '.git/hooks/post-commit', foreign, 0o644);
    const { status } = await installerOf(repo).install();
    expect(verdicts(repo, status)[0]).toMatch(/is not executable, so Git leaves it out; run: chmod \+x/);
    expect(statSync(repo.path('.git/hooks/post-commit')).mode & 0o777).toBe(0o644);
  });

  quick.it.each([
    [
      'of another language',
      (file: string) => writeFileSync(file, '#!/usr/bin/env python3\nprint(1)\n'),
      'is not a shell script; have it run: sh ',
    ],
    ['that is compiled', (file: string) => writeFileSync(file, '\x7fELF\0\0'), 'is not a shell script'],
    [
      'that is a link',
      (file: string) => symlinkSync('../../tools/hook.sh', file),
      'is a link to a file that others may use; have it run: sh ',
    ],
    [
      'with half of our lines',
      (file: string) => writeFileSync(file, '#!/bin/sh\n# END cora\n'),
      "holds a part of Cora's lines",
    ],
  ])('%s is left alone, the others are installed', async (_, make, message) => {
    const repo = tempRepo();
    repo.file('tools/hook.sh', 'echo\n');
    const file = repo.path('.git/hooks/post-commit');
    make(file);
    const before = readFileSync(file, 'latin1');
    const { problems, status } = await installerOf(repo).install();
    expect(problems).toEqual([expect.stringContaining(message)]);
    expect(verdicts(repo, status)).toEqual(['not installed', 'runs', 'runs', 'runs']);
    expect(readFileSync(file, 'latin1')).toBe(before);
    await installerOf(repo).uninstall();
    expect(readFileSync(file, 'latin1')).toBe(before);
  });

  quick.it('that calls cora.sh by hand is looked at like any other', async () => {
    const repo = tempRepo();
    const { install, status } = installerOf(repo);
    await install();
    script(repo, '.git/hooks/post-commit', '#!/usr/bin/env python3\n# sh .git/hooks/cora.sh post-commit\n');
    expect((await status()).hooks[0]).toMatchObject({ installed: true, reason: null });
    chmodSync(repo.path('.git/hooks/post-commit'), 0o644);
    expect((await status()).hooks[0]!.reason).toMatch(/post-commit is not executable/);
    rmSync(repo.path('.git/hooks/cora.sh'));
    expect((await status()).hooks[0]!.reason).toMatch(/cora\.sh is missing; run: cora hooks install$/);
  });

  quick.it('called cora.sh stops the installation', async () => {
    const repo = tempRepo();
    script(repo, '.git/hooks/cora.sh', 'echo mine\n');
    const { problems, files } = await installerOf(repo).install();
    expect([problems, files]).toEqual([[expect.stringContaining("is not Cora's")], []]);
  });
});

describe('core.hooksPath', () => {
  quick.it(
    'outside of the repository is refused unless asked for, and then serves only repositories with an index',
    async () => {
      const repo = tempRepo();
      const shared = tempDir();
      writeFileSync(join(repo.env['HOME']!, '.gitconfig'), `[core]\n\thooksPath = ${shared}\n`);
      const { program, seen, calls, release } = recorder();
      const { install, uninstall, status } = installerOf(repo, program);
      await expect(install()).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining('outside of this repository'),
        hint: expect.stringContaining('--force'),
      });
      expect((await status()).reserved).toContain('(global)');
      const forced = await install({ force: true });
      expect(verdicts(repo, forced.status)).toEqual(ALL_RUN);
      const other = tempRepo();
      delete other.env['CI'];
      writeFileSync(join(other.env['HOME']!, '.gitconfig'), `[core]\n\thooksPath = ${shared}\n`);
      other.file('a').commit();
      repo.file('a').commit();
      expect((await calls(1)).map(({ cwd }) => cwd)).toEqual([repo.path('.git/cora')]);
      release();
      expect(existsSync(other.path('.git/cora'))).toBe(false);
      expect(seen()).toHaveLength(1);
      // The hooks of other repositories stay as well.
      const { problems } = await uninstall();
      expect(problems).toEqual([expect.stringContaining('cora hooks uninstall --force')]);
      expect(existsSync(join(shared, 'post-commit'))).toBe(true);
      expect((await uninstall({ force: true })).problems).toEqual([]);
      expect((await uninstall()).problems).toEqual([]);
      for (const name of ['post-commit', 'cora.sh', 'cora-runner']) expect(existsSync(join(shared, name))).toBe(false);
    },
  );

  quick.it.each(['globally', 'as a linked folder'])(
    'outside of the repository, set %s, starts what stands beside its script and not what a repository names',
    async (how) => {
      const repo = tempRepo();
      const shared = tempDir();
      const share = (one: TempRepo): void => {
        delete one.env['CI'];
        if (how === 'globally') {
          writeFileSync(join(one.env['HOME']!, '.gitconfig'), `[core]\n\thooksPath = ${shared}\n`);
          return;
        }
        rmSync(one.path('.git/hooks'), { recursive: true });
        symlinkSync(shared, one.path('.git/hooks'));
      };
      share(repo);
      const { program, calls, release } = recorder();
      const { install, status } = installerOf(repo, program);
      await install({ force: true });
      expect(existsSync(repo.path('.git/cora/runner'))).toBe(false);
      expect((await status()).starts).toEqual(program);
      const handedOver = tempRepo();
      share(handedOver);
      const evil = script(handedOver, 'evil.sh', `#!/bin/sh\ntouch '${handedOver.path('PWNED')}'\n`);
      handedOver.file('.git/cora/runner', `${evil}\n${evil}\n`);
      handedOver.commit();
      expect((await calls(1)).map(({ cwd }) => cwd)).toEqual([handedOver.path('.git/cora')]);
      expect(existsSync(handedOver.path('PWNED'))).toBe(false);
      release();
    },
  );

  slow.it('that is tracked is refused unless asked for', async () => {
    const repo = tempRepo({ config: { 'core.hooksPath': '.githooks' } });
    script(repo, '.githooks/pre-commit', '#!/bin/sh\n');
    repo.commit();
    const { install } = installerOf(repo);
    await expect(install()).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(/\.githooks.* are tracked/),
    });
    const { status } = await install({ force: true });
    expect(verdicts(repo, status)).toEqual(ALL_RUN);
    expect(read(repo, '.githooks/cora.sh')).not.toContain(repo.dir);
  });

  quick.it('that gets tracked later still runs, and another version is replaced if asked for', async () => {
    const repo = tempRepo({ config: { 'core.hooksPath': '.githooks' } });
    const { install, status } = installerOf(repo);
    await install();
    repo.commit();
    expect(verdicts(repo, await status())).toEqual(ALL_RUN);
    script(repo, '.githooks/cora.sh', '# cora.sh HOOK of an older version\n', 0o644);
    expect(verdicts(repo, await status())[0]).toContain(
      'another version of Cora installed it; run: cora hooks install --force',
    );
    expect(verdicts(repo, (await install({ force: true })).status)).toEqual(ALL_RUN);
  });

  slow.it('that is not set is no better where .git/hooks is a link to tracked or foreign hooks', async () => {
    const repo = tempRepo();
    repo.file('tools/hooks/pre-push', '#!/bin/sh\n').commit();
    rmSync(repo.path('.git/hooks'), { recursive: true });
    symlinkSync('../tools/hooks', repo.path('.git/hooks'));
    await expect(installerOf(repo).install()).rejects.toThrow(
      /\.git\/hooks leads to tools\/hooks, whose hooks are tracked/,
    );
    rmSync(repo.path('.git/hooks'));
    symlinkSync(tempDir(), repo.path('.git/hooks'));
    await expect(installerOf(repo).install()).rejects.toThrow(/\.git\/hooks leads to .*, outside of this repository/);
  });

  slow.it('is not needed where .git is a link: hooks are installed and tried', async () => {
    const repo = tempRepo();
    const elsewhere = join(tempDir(), 'shop.git');
    renameSync(repo.path('.git'), elsewhere);
    symlinkSync(elsewhere, repo.path('.git'));
    expect(verdicts(repo, (await installerOf(repo).install()).status)).toEqual(ALL_RUN);
  });

  quick.it('of the repository itself is used as it is', async () => {
    const inside = tempRepo({ config: { 'core.hooksPath': '.git/hooks' } });
    expect(verdicts(inside, (await installerOf(inside).install()).status)).toEqual(ALL_RUN);
    const ignored = tempRepo({ config: { 'core.hooksPath': 'my hooks' } });
    const { status } = await installerOf(ignored).install();
    expect([status.dir, ...verdicts(ignored, status)]).toEqual([ignored.path('my hooks'), ...ALL_RUN]);
  });

  quick.it.each(['', '/dev/null'])('"%s" means that git runs no hooks, and no force helps', async (value) => {
    const repo = tempRepo({ config: { 'core.hooksPath': value } });
    await expect(installerOf(repo).install({ force: true })).rejects.toMatchObject({
      message: expect.stringContaining('Git runs no hooks here'),
      hint: expect.stringContaining('git config --local --unset core.hooksPath'),
    });
  });

  quick.it('that is set to nothing after the installation is what the status says of each hook', async () => {
    const repo = tempRepo();
    const { install, status } = installerOf(repo);
    await install();
    repo.git('config', 'core.hooksPath', '/dev/null');
    for (const { installed, reason } of (await status()).hooks)
      expect([installed, reason]).toEqual([
        true,
        expect.stringMatching(/Git runs no hooks here\. Run: git config --local/),
      ]);
  });
});

describe('places', () => {
  quick.it('a linked worktree shares the hooks of its repository, from either side', async () => {
    const repo = tempRepo();
    repo.file('a').commit();
    const linked = repo.worktree('side');
    const { status } = await installerOf(linked).install();
    expect([status.dir, ...verdicts(linked, status)]).toEqual([repo.path('.git/hooks'), ...ALL_RUN]);
    expect(verdicts(repo, await installerOf(repo).status())).toEqual(ALL_RUN);
  });

  slow.it('a submodule has hooks of its own', async () => {
    const library = tempRepo();
    library.file('lib.py').commit();
    const repo = tempRepo();
    repo.git('submodule', 'add', '-q', library.dir, 'lib');
    const inside = { dir: repo.path('lib'), env: repo.env };
    const { status } = await installerOf(inside).install();
    expect([status.dir, ...verdicts(inside, status)]).toEqual([repo.path('.git/modules/lib/hooks'), ...ALL_RUN]);
    expect(existsSync(repo.path('.git/hooks/post-commit'))).toBe(false);
  });

  quick.it('a bare repository has hooks for its worktrees', async () => {
    const bare = tempRepo({ bare: true });
    const { status } = await installerOf(bare).install();
    expect([status.dir, ...verdicts(bare, status)]).toEqual([bare.path('hooks'), ...ALL_RUN]);
  });

  slow.it('a path with spaces, quotes and a dollar', async () => {
    const dir = join(tempDir(), `it's $HOME "here"`);
    mkdirSync(dir);
    const repo = { ...tempRepo(), dir };
    rmSync(join(dir, '.git'), { recursive: true, force: true });
    const { spawnSync } = await import('node:child_process');
    spawnSync('git', ['init', '-q'], { cwd: dir, env: repo.env });
    expect(verdicts(repo, (await installerOf(repo).install()).status)).toEqual(ALL_RUN);
  });
});
