/** Contract 8: no program that a repository's configuration or attributes name runs, and nothing opens a connection. */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diffTrees, showCommit } from '../../../src/git/diffTrees.ts';
import { originOf } from '../../../src/git/gitConfiguration.ts';
import { listCatalogue } from '../../../src/git/listCatalogue.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { readBlobs } from '../../../src/git/readBlobs.ts';
import { readCommits } from '../../../src/git/readCommits.ts';
import { readRepositoryFile } from '../../../src/git/readRepositoryFile.ts';
import { readWorkingFile, readWorkingFiles } from '../../../src/git/readWorkingFile.ts';
import { commitsBetween, listAncestors } from '../../../src/git/resolveCommit.ts';
import { listTree, selectFiles } from '../../../src/git/treeFiles.ts';
import { workingTreeChanges } from '../../../src/git/workingTreeChanges.ts';
import { hostileRepository } from '../../helpers/programsRepo.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { PLAIN_SETTINGS } from '../../helpers/viewSettings.ts';

test('nothing that the configuration names is started', async () => {
  const marks = join(tempDir(), 'marks');
  mkdirSync(marks);
  const { temp, first } = hostileRepository(marks);
  const repo = await openRepository(temp.dir, {
    ...temp.env,
    GIT_EXTERNAL_DIFF: join(marks, '..', 'run-diff-external'),
  });
  const { tree, commit } = repo.head!;
  const files = await listTree(repo, tree);
  const changes = await workingTreeChanges(repo);
  await selectFiles(repo, tree, files, PLAIN_SETTINGS);
  await listCatalogue(repo, null, PLAIN_SETTINGS);
  await diffTrees(repo, first, tree);
  await commitsBetween(repo, first, commit);
  const ancestors = await listAncestors(repo, { from: commit });
  for await (const records of readCommits(repo, ancestors)) expect(records.length).toBeGreaterThan(0);
  for (const name of ancestors) {
    await showCommit(repo, name, async (sides) => new Set(sides.map(({ path }) => path)));
  }
  expect(await originOf(repo)).toBe('ssh://example.invalid/x.git');
  for await (const { bytes } of readBlobs(repo, [...files.map(({ blob }) => blob), '1'.repeat(40)]))
    expect(bytes?.length).not.toBe(0);
  for await (const { path, bytes } of readWorkingFiles(repo, ['b.evil', 'a.c']))
    expect(bytes === null).toBe(path === 'b.evil');
  expect(await readRepositoryFile(repo, 'b.evil')).toBe('B\n');
  await expect(readWorkingFile(repo, 'new.evil')).rejects.toMatchObject({ code: 'BAD_PATH' });

  expect(readdirSync(marks)).toEqual([]);
  const known = changes.filter(({ path }) => !path.startsWith('hooks-elsewhere'));
  expect(known.map(({ path, status, file, skipped }) => [path, status, file?.size ?? skipped?.reason])).toEqual([
    ['b.evil', 'modified', 'filtered'],
    ['moved.tc', 'modified', 2],
    ['new.evil', 'untracked', 'filtered'],
  ]);
});

test('the same repository would run them: the marks work', () => {
  const marks = join(tempDir(), 'marks');
  mkdirSync(marks);
  const { temp } = hostileRepository(marks);
  expect(() => temp.git('add', 'new.evil')).toThrow();
  expect(existsSync(join(marks, 'core-fsmonitor'))).toBe(true);
  expect(existsSync(join(marks, 'filter-evil-process'))).toBe(true);
});

test.each(['node_modules/.bin', '.'])(
  'no git of the repository is started, where PATH leads to its %s',
  async (folder) => {
    const repo = tempRepo();
    const mark = join(tempDir(), 'mark');
    repo.file(`${folder}/git`, `#!/bin/sh\n: >'${mark}'\nexit 1\n`).commit();
    chmodSync(repo.path(folder, 'git'), 0o755);
    const first = folder === '.' ? '.' : repo.path(folder);
    const env = { ...repo.env, PATH: `${first}:${repo.env['PATH']}` };
    expect(spawnSync('git', ['--version'], { cwd: repo.dir, env }).status).toBe(1);
    rmSync(mark);
    expect(await openRepository(repo.dir, env)).toMatchObject({ worktree: repo.dir });
    expect(existsSync(mark)).toBe(false);
  },
);
