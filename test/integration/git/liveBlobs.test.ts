import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { listWorktrees, liveBlobs } from '../../../src/git/liveBlobs.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const NOW = 1_700_000_000;

/** A git that does something first. */
function gitWith(text: string): string {
  const dir = tempDir('cora-bin-');
  const real = process.env['PATH'];
  writeFileSync(join(dir, 'git'), `#!/bin/sh\nPATH='${real}'\n${text}\nexec git "$@"\n`);
  chmodSync(join(dir, 'git'), 0o755);
  return dir;
}

/** One that knows no `worktree list -z`, as before 2.36. */
const OLD_GIT = 'case "$*" in *"worktree list"*-z*) echo "error: unknown switch z" >&2; exit 129 ;; esac';

test.each([false, true])('branches, worktrees and what is staged in them live; a git without -z: %s', async (isOld) => {
  const temp = tempRepo();
  temp.file('a', 'first').commit();
  const first = temp.git('rev-parse', 'HEAD:a');
  temp.file('a', 'second').commit();
  const side = temp.worktree('side', 'HEAD~1');
  side.git('checkout', '-q', '--detach');
  side.git('branch', '-D', 'side');
  side.file('staged', 'only in the index of a worktree').git('add', 'staged');
  temp.file('own', 'only in the own index').git('add', 'own');
  const lost = temp.gitInput('nobody has it', 'hash-object', '-w', '--stdin');
  temp.git('config', 'i18n.logOutputEncoding', 'UTF-16LE');
  const env = isOld ? { ...temp.env, PATH: `${gitWith(OLD_GIT)}${delimiter}${temp.env['PATH']}` } : temp.env;
  const live = await liveBlobs(await openRepository(temp.dir, env), NOW);
  const wanted = [
    first,
    temp.git('rev-parse', 'HEAD:a'),
    temp.git('rev-parse', ':own'),
    side.git('rev-parse', ':staged'),
  ];
  expect(wanted.filter((blob) => !live.has(blob))).toEqual([]);
  expect(live.has(lost)).toBe(false);
});

test('a worktree whose folder is gone keeps what was staged in it, until git forgets it', async () => {
  const temp = tempRepo();
  temp.file('a').commit();
  const side = temp.worktree('side');
  side.file('staged', 'only in the index of a worktree').git('add', 'staged');
  const staged = side.git('rev-parse', ':staged');
  side.file('b').commit();
  const head = side.git('rev-parse', 'HEAD:b');
  side.file('late').git('add', 'late');
  const late = side.git('rev-parse', ':late');
  rmSync(side.dir, { recursive: true });
  const repo = await openRepository(temp.dir, temp.env);
  const live = await liveBlobs(repo, NOW);
  expect([staged, head, late].filter((blob) => !live.has(blob))).toEqual([]);
  temp.git('worktree', 'prune');
  expect((await liveBlobs(repo, NOW)).has(late)).toBe(false);
});

test('the folder of another repository that a worktree names is not opened', async () => {
  const temp = tempRepo();
  temp.file('a').commit();
  const side = temp.worktree('side');
  side.file('staged', 'in the index of the worktree').git('add', 'staged');
  const other = tempRepo();
  other.file('b', 'of another repository').git('add', 'b');
  writeFileSync(temp.path('.git/worktrees/worktree/gitdir'), `${other.path('.git')}\n`);
  writeFileSync(temp.path('.git/worktrees/worktree/commondir'), `${other.path('.git')}\n`);
  const live = await liveBlobs(await openRepository(temp.dir, temp.env), NOW);
  expect(
    [temp.git('hash-object', side.path('staged')), temp.git('rev-parse', 'HEAD:a')].every((blob) => live.has(blob)),
  ).toBe(true);
  expect(live.has(other.git('rev-parse', ':b'))).toBe(false);
});

test('worktrees that vanish while their indexes are read hold nothing', async () => {
  const temp = tempRepo();
  temp.file('a').commit();
  const kept = temp.git('rev-parse', 'HEAD:a');
  temp.worktree('side');
  const vanish = `case "$*" in *ls-files*) rm -rf '${temp.path('.git/worktrees')}' ;; esac`;
  const env = { ...temp.env, PATH: `${gitWith(vanish)}${delimiter}${temp.env['PATH']}` };
  expect([...(await liveBlobs(await openRepository(temp.dir, env), NOW))]).toContain(kept);
});

test('a folder of worktrees that cannot be read is an error: what is staged in them is not dead', async () => {
  const temp = tempRepo();
  temp.file('a').commit();
  symlinkSync('worktrees', temp.path('.git/worktrees'));
  await expect(liveBlobs(await openRepository(temp.dir, temp.env), NOW)).rejects.toMatchObject({
    code: 'GIT',
    message: `${temp.path('.git/worktrees')} cannot be read (ELOOP), so what its worktrees hold is not known.`,
  });
});

test.each([false, true])('git tells which worktrees are gone; a git without -z: %s', async (isOld) => {
  const temp = tempRepo();
  temp.file('a').commit();
  const side = temp.worktree('side');
  const env = isOld ? { ...temp.env, PATH: `${gitWith(OLD_GIT)}${delimiter}${temp.env['PATH']}` } : temp.env;
  const repo = await openRepository(temp.dir, env);
  const head = temp.git('rev-parse', 'HEAD');
  const listed = [temp.dir, side.dir].map((path) => ({ path, head, prunable: null }));
  expect(await listWorktrees(repo)).toEqual(listed);
  rmSync(side.dir, { recursive: true });
  expect(await listWorktrees(repo)).toEqual([listed[0], { ...listed[1], prunable: expect.stringContaining('gitdir') }]);
});
