/** Programs in the repository that a PATH of npm, npx or the user leads to: Cora's hooks start none of them. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { ALL_RUN, binOf, installerOf, recorder, script, until, verdicts } from './hookedRepo.ts';

const PROGRAMS = [
  ...['sh', 'nice', 'mkdir', 'tr', 'ps', 'wc', 'mv', 'date', 'sed', 'cat', 'printf', 'test', '['],
  ...['node', 'cora', 'setsid', 'nohup', 'env'],
];

/** A repository that holds all these programs at two places; each leaves a mark. */
async function planted() {
  const repo = tempRepo();
  delete repo.env['CORA'];
  const marks = tempDir();
  for (const name of PROGRAMS) {
    for (const path of [`node_modules/.bin/${name}`, name])
      script(repo, path, `#!/bin/sh\necho >>'${join(marks, name)}'\nexit 1\n`);
  }
  repo.commit();
  const recorded = recorder();
  await installerOf(repo, recorded.program).install();
  return { repo, ...recorded, ran: () => readdirSync(marks) };
}

function gitWith({ dir, env }: TempRepo, path: string, ...args: string[]): void {
  const done = spawnSync('git', args, { cwd: dir, env: { ...env, PATH: path }, encoding: 'utf8' });
  expect([done.status, done.stdout, done.stderr]).toEqual([0, '', '']);
}

const PATHS: [string, (repo: TempRepo) => string][] = [
  ['node_modules/.bin', () => 'node_modules/.bin'],
  ['./node_modules/.bin', () => './node_modules/.bin'],
  ['its node_modules/.bin', (repo) => repo.path('node_modules/.bin')],
  ['its node_modules/.bin/', (repo) => `${repo.path('node_modules/.bin')}/`],
  ['the current folder', () => '.'],
  ['an empty entry', () => ''],
];

describe('a PATH that begins with', () => {
  it.each(shareOf(PATHS, 6))('%s gives the hooks no program', async (_, entryOf) => {
    const { repo, seen, ran, release } = await planted();
    const path = `${entryOf(repo)}:${repo.env['PATH']}:${entryOf(repo)}`;
    const message = ['--allow-empty', '-m', 'x'];
    for (const args of [
      ['commit', '-q', ...message],
      ['checkout', '-q', '-b', 'side'],
      ['commit', '-q', ...message],
      ['checkout', '-q', 'main'],
      ['merge', '-q', '--no-ff', '-m', 'x', 'side'],
      ['rebase', '-q', '--force-rebase', 'HEAD~1'],
    ])
      gitWith(repo, path, ...args);
    const hooks = ['post-checkout', 'post-commit', 'post-merge', 'post-rewrite'];
    await until(() => hooks.every((hook) => seen().some(({ argv }) => argv[2] === hook) || ran().length > 0));
    expect(ran()).toEqual([]);
    release();
  });

  it.each(shareOf(PATHS, 6))(
    '%s gives them neither node nor Cora where the recorded ones have gone',
    async (_, entryOf) => {
      const { repo, program, seen, ran, release } = await planted();
      rmSync(repo.path('.git/cora/runner'));
      const own = binOf({ cora: `#!/bin/sh\nexec '${process.execPath}' '${program.cli}' "$@"\n` });
      gitWith(repo, `${entryOf(repo)}:${own}:${repo.env['PATH']}`, 'commit', '-q', '--allow-empty', '-m', 'x');
      await until(() => seen().length + ran().length > 0);
      expect([ran(), seen().map(({ argv }) => argv)]).toEqual([[], [['hooks', 'run', 'post-commit']]]);
      release();
    },
  );
});

quick.it('a PATH with nothing but such entries leaves the hooks the places of the system', async () => {
  const { repo, seen, ran, release } = await planted();
  const env = { ...repo.env, PATH: ':node_modules/.bin:.' };
  expect(spawnSync('/bin/sh', ['.git/hooks/cora.sh', 'post-commit'], { cwd: repo.dir, env }).status).toBe(0);
  await until(() => seen().length + ran().length > 0);
  expect([ran(), seen()[0]?.argv]).toEqual([[], ['hooks', 'run', 'post-commit']]);
  release();
});

slow.it('a block of an older version, which asks the PATH for sh, is replaced by an installation', async () => {
  const repo = tempRepo();
  const { install, status } = installerOf(repo);
  await install();
  const file = repo.path('.git/hooks/post-commit');
  const text = readFileSync(file, 'utf8');
  script(repo, '.git/hooks/post-commit', text.replace('|| /bin/sh ', '|| sh '));
  script(repo, '.git/hooks/cora.sh', '# cora.sh HOOK of an older version\n', 0o644);
  expect(verdicts(repo, await status())[0]).toContain('another version of Cora installed it; run: cora hooks install');
  expect(verdicts(repo, (await install()).status)).toEqual(ALL_RUN);
  expect([text.includes('|| /bin/sh '), readFileSync(file, 'utf8')]).toEqual([true, text]);
});
