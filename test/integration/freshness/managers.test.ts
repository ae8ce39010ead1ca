/** `cora hooks install` and `uninstall` beside husky, lefthook and pre-commit, which write hooks themselves. */

import { chmodSync, existsSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import husky from 'husky';
import { afterEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { ALL_RUN, HOOKS, installerOf, recorder, script, verdicts } from './hookedRepo.ts';

const OURS = '# BEGIN cora';

function read(repo: TempRepo, path: string): string {
  return readFileSync(repo.path(path), 'latin1');
}

describe('husky', () => {
  const cwd = process.cwd();
  afterEach(() => process.chdir(cwd));
  const withHusky = (): TempRepo => {
    const repo = tempRepo();
    process.chdir(repo.dir);
    expect(husky()).toBe('');
    process.chdir(cwd);
    return repo;
  };

  it('9 gets tracked hooks in .husky, not in .husky/_, and its own are kept', async () => {
    const repo = withHusky();
    repo.file('.husky/post-merge', 'npm test\n');
    const generated = read(repo, '.husky/_/post-commit');
    const { install, uninstall } = installerOf(repo, { node: '/a/node', cli: '/a/cli.js' });
    const { status } = await install();
    expect(status).toMatchObject({ manager: 'husky', dir: repo.path('.husky'), gitLooksIn: repo.path('.husky/_') });
    expect(verdicts(repo, status)).toEqual(ALL_RUN);
    expect(read(repo, '.husky/_/post-commit')).toBe(generated);
    expect(read(repo, '.husky/post-merge')).toMatch(/^# BEGIN cora[\s\S]*# END cora\nnpm test\n$/);
    // What everybody gets names nothing of this machine.
    for (const name of ['cora.sh', ...HOOKS]) expect(read(repo, `.husky/${name}`)).not.toContain(repo.dir);
    expect(read(repo, '.husky/cora.sh')).toContain('node_modules/.bin');
    await uninstall();
    expect(read(repo, '.husky/post-merge')).toBe('npm test\n');
    expect(existsSync(repo.path('.husky/post-commit'))).toBe(false);
    expect(existsSync(repo.path('.husky/cora.sh'))).toBe(false);
  });

  it('that is not set up in a linked worktree is reported', async () => {
    const repo = withHusky();
    await installerOf(repo).install();
    repo.commit();
    const linked = repo.worktree('side');
    expect(verdicts(linked, await installerOf(linked).status())[0]).toMatch(/husky has not set up .* run: npx husky$/);
  });

  it('8 gets hooks that git starts itself', async () => {
    const repo = tempRepo({ config: { 'core.hooksPath': '.husky' } });
    repo.file('.husky/_/husky.sh', '#!/usr/bin/env sh\n');
    script(repo, '.husky/post-merge', '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\necho hi\n');
    const { status } = await installerOf(repo).install();
    expect([status.manager, ...verdicts(repo, status)]).toEqual(['husky', ...ALL_RUN]);
    expect(statSync(repo.path('.husky/post-commit')).mode & 0o111).toBe(0o111);
    chmodSync(repo.path('.husky/post-commit'), 0o644);
    expect(verdicts(repo, await installerOf(repo).status())[0]).toMatch(/\.husky\/post-commit is not executable/);
  });
});

describe('lefthook', () => {
  /** lefthook's hooks hand their arguments to `lefthook run HOOK`, which runs the commands of its configuration with `sh -c`. */
  const fakeLefthook = (repo: TempRepo) => {
    const runner = `#!/usr/bin/env node
const { parse } = require(${JSON.stringify(join(process.cwd(), 'node_modules/yaml'))});
const fs = require('node:fs');
const [hook, ...args] = process.argv.slice(2);
for (const file of ['lefthook.yml', 'lefthook-local.yml']) {
  const commands = fs.existsSync(file) ? (parse(fs.readFileSync(file, 'utf8'))[hook]?.commands ?? {}) : {};
  for (const { run } of Object.values(commands)) {
    require('node:child_process').spawnSync('sh', ['-c', run.replaceAll('{0}', args.join(' '))], { stdio: 'inherit' });
  }
}
`;
    script(repo, 'tools/lefthook', runner);
    for (const hook of HOOKS) script(repo, `.git/hooks/${hook}`, `#!/bin/sh\nexec node tools/lefthook ${hook} "$@"\n`);
  };

  it('gets a command for each hook in lefthook-local.yml; nothing of it is run', async () => {
    const repo = tempRepo();
    repo.file('lefthook.yml', 'post-commit:\n  commands:\n    other:\n      run: touch other-ran\n');
    fakeLefthook(repo);
    const hook = read(repo, '.git/hooks/post-commit');
    const { install, uninstall } = installerOf(repo);
    const { status } = await install();
    expect(existsSync(repo.path('other-ran'))).toBe(false);
    expect([status.manager, ...verdicts(repo, status)]).toEqual(['lefthook', ...ALL_RUN]);
    expect(read(repo, '.git/hooks/post-commit')).toBe(hook);
    const local = parse(read(repo, 'lefthook-local.yml')) as Record<string, { commands: { cora: { run: string } } }>;
    expect(Object.keys(local)).toEqual([...HOOKS]);
    expect(local['post-checkout']!.commands.cora.run).toMatch(/cora\.sh" post-checkout \{0\}$/);
    await uninstall();
    expect(existsSync(repo.path('lefthook-local.yml'))).toBe(false);
  });

  it('hands the arguments of a hook on', async () => {
    const repo = tempRepo();
    repo.file('lefthook.yml', 'pre-commit: {}\n').commit();
    fakeLefthook(repo);
    const { program, calls, release } = recorder();
    await installerOf(repo, program).install();
    repo.git('hook', 'run', 'post-checkout', '--', '1', '2', '0');
    repo.git('hook', 'run', 'post-checkout', '--', '1', '2', '1');
    expect((await calls(1)).map(({ argv }) => argv)).toEqual([['hooks', 'run', 'post-checkout']]);
    release();
  });

  it('keeps what is in lefthook-local.yml, and says what to add where it has these hooks already', async () => {
    const repo = tempRepo();
    repo.file('.config/lefthook.yml', 'pre-commit: {}\n');
    repo.file('lefthook-local.yml', 'pre-push:\n  commands: {}');
    fakeLefthook(repo);
    const { install, uninstall } = installerOf(repo);
    expect(verdicts(repo, (await install()).status)).toEqual(ALL_RUN);
    await uninstall();
    expect(read(repo, 'lefthook-local.yml')).toBe('pre-push:\n  commands: {}');
    repo.file('lefthook-local.yml', 'post-merge:\n  commands: {}\n');
    const { problems } = await install();
    expect(problems).toEqual([expect.stringMatching(/already has post-merge; add to it .*cora\.sh" HOOK \{0\}$/)]);
    expect(read(repo, 'lefthook-local.yml')).toBe('post-merge:\n  commands: {}\n');
  });

  it('whose lefthook-local.yml is a link: neither the link nor what it leads to is changed or copied', async () => {
    const repo = tempRepo();
    repo.file('lefthook.yml', 'pre-commit: {}\n');
    const elsewhere = join(tempDir(), 'notes');
    writeFileSync(elsewhere, 'secret: hunter2\n');
    symlinkSync(elsewhere, repo.path('lefthook-local.yml'));
    fakeLefthook(repo);
    const { problems } = await installerOf(repo).install();
    expect(problems).toEqual([expect.stringMatching(/lefthook-local\.yml is a link; add to /)]);
    expect(readlinkSync(repo.path('lefthook-local.yml'))).toBe(elsewhere);
    expect(readFileSync(elsewhere, 'utf8')).toBe('secret: hunter2\n');
  });

  it('that has not set up its hooks is named', async () => {
    const repo = tempRepo();
    repo.file('lefthook.yml', 'pre-commit: {}\n');
    const { status } = await installerOf(repo).install();
    expect(verdicts(repo, status)[0]).toMatch(/lefthook has not set up .*post-commit; run: lefthook install$/);
    repo.file('package.json', '{ "devDependencies": { "lefthook": "2" } }\n');
    expect(verdicts(repo, await installerOf(repo).status())[0]).toMatch(/run: npx lefthook install$/);
  });
});

it('what is no file in the place of a configuration stops no status', async () => {
  const repo = tempRepo();
  repo.file('.pre-commit-config.yaml/x', '').file('package.json/x', '').file('lefthook.yml', 'pre-commit: {}\n');
  const { install, status } = installerOf(repo);
  expect(verdicts(repo, (await install()).status)[0]).toMatch(/run: lefthook install$/);
  const other = tempRepo();
  other.file('.pre-commit-config.yaml/x', '');
  expect(verdicts(other, (await installerOf(other).install()).status)).toEqual(ALL_RUN);
  expect(verdicts(repo, await status())).toHaveLength(HOOKS.length);
});

describe('pre-commit', () => {
  /** As pre-commit writes it, but for its program: hook-impl runs HOOK.legacy and then its own hooks, but for those in SKIP. */
  const preCommitHook = (hook: string) =>
    `#!/usr/bin/env bash\n# File generated by pre-commit: https://pre-commit.com\n# ID: 138fd403232d2ddd5efb44317e38bf03\nHERE="$(cd "$(dirname "$0")" && pwd)"\n[ ! -x "$HERE/${hook}.legacy" ] || PRE_COMMIT_RUNNING_LEGACY=1 "$HERE/${hook}.legacy" "$@" </dev/null\ncase ",$SKIP," in *,bump-version,*) ;; *) touch ran ;; esac\n`;

  it('has its hook kept; ours is what it calls a legacy hook, which it runs first and keeps', async () => {
    const repo = tempRepo();
    repo.file(
      '.pre-commit-config.yaml',
      'repos:\n- repo: local\n  hooks:\n  - id: bump-version\n    stages: [post-commit]\n',
    );
    script(repo, '.git/hooks/post-commit', preCommitHook('post-commit'));
    script(repo, '.git/hooks/post-merge', preCommitHook('post-merge'));
    script(repo, '.git/hooks/post-merge.legacy', '#!/bin/sh\necho mine\n');
    const { install, uninstall } = installerOf(repo);
    const { status } = await install();
    expect(existsSync(repo.path('ran'))).toBe(false);
    expect(verdicts(repo, status)).toEqual(ALL_RUN);
    expect(read(repo, '.git/hooks/post-commit')).toBe(preCommitHook('post-commit'));
    expect(read(repo, '.git/hooks/post-commit.legacy')).toContain(OURS);
    expect(read(repo, '.git/hooks/post-merge.legacy')).toMatch(/END cora\necho mine\n$/);
    expect(read(repo, '.git/hooks/post-rewrite')).toContain(OURS);
    chmodSync(repo.path('.git/hooks/post-commit'), 0o644);
    chmodSync(repo.path('.git/hooks/post-merge.legacy'), 0o644);
    expect(verdicts(repo, await installerOf(repo).status())).toEqual([
      expect.stringMatching(/\/post-commit is not executable/),
      expect.stringMatching(/\/post-merge\.legacy is not executable/),
      'runs',
      'runs',
    ]);
    await uninstall();
    expect(existsSync(repo.path('.git/hooks/post-commit.legacy'))).toBe(false);
    expect(read(repo, '.git/hooks/post-merge.legacy')).toBe('#!/bin/sh\necho mine\n');
  });
});
