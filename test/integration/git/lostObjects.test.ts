/** A repository that lacks what it names: never an empty file, and never a branch without a commit. */

import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listCatalogue } from '../../../src/git/listCatalogue.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { readRepositoryFile } from '../../../src/git/readRepositoryFile.ts';
import { resolveCommit } from '../../../src/git/resolveCommit.ts';
import { runGit } from '../../../src/git/runGit.ts';
import { listTree, selectFiles } from '../../../src/git/treeFiles.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { PLAIN_SETTINGS } from '../../helpers/viewSettings.ts';

/** Removes the file of an object. @returns its name */
function lose(temp: TempRepo, rev: string): string {
  const name = temp.git('rev-parse', rev);
  rmSync(temp.path('.git/objects', name.slice(0, 2), name.slice(2)));
  return name;
}

const open = (temp: TempRepo) => openRepository(temp.dir, temp.env);

describe('a blob', () => {
  test.each(['lost', 'damaged'])('that is %s is a missing object; an empty file is empty', async (how) => {
    const temp = tempRepo();
    temp.file('a.py', 'a = 1').file('b.py', 'b = 1').file('empty.py', '').commit();
    const blob = lose(temp, 'HEAD:b.py');
    if (how === 'damaged') writeFileSync(temp.path('.git/objects', blob.slice(0, 2), blob.slice(2)), 'garbage');
    const repo = await open(temp);
    const { tree } = repo.head!;
    const view = await selectFiles(repo, tree, await listTree(repo, tree), PLAIN_SETTINGS);
    expect(view.files.map(({ path }) => path)).toEqual(['a.py']);
    expect(view.skipped).toEqual([
      { path: 'b.py', reason: 'missing-object', detail: blob },
      { path: 'empty.py', reason: 'empty' },
    ]);
    const reasons = async () => (await listCatalogue(repo, null, PLAIN_SETTINGS)).files.map(({ reason }) => reason);
    // The working tree holds the same bytes.
    expect(await reasons()).toEqual([null, null, 'empty']);
    rmSync(temp.path('b.py'));
    expect(await reasons()).not.toContain('missing-object');
    writeFileSync(temp.path('b.py'), 'b = 2');
    expect(await reasons()).toEqual([null, null, 'empty']);
  });

  test('of a file of rules: without it nothing is selected, because it may keep files out', async () => {
    const temp = tempRepo();
    temp.file('.coraignore', 'private.py\n').file('private.py', 'p').commit();
    const blob = lose(temp, 'HEAD:.coraignore');
    await expect(listCatalogue(await open(temp), null, PLAIN_SETTINGS)).rejects.toThrow(
      `Blob ${blob}, a file of rules, is missing: the repository is damaged.`,
    );
  });

  test('that is shown as it was: the advice is for a damaged repository, not for a partial clone', async () => {
    const temp = tempRepo();
    temp.file('a.py', 'a = 1').commit();
    const blob = lose(temp, 'HEAD:a.py');
    const repo = await open(temp);
    await expect(readRepositoryFile(repo, 'a.py', { tree: repo.head!.tree })).rejects.toMatchObject({
      message: `Blob ${blob} is missing: the repository is damaged.`,
      hint: expect.stringContaining('git fsck'),
    });
  });

  test('a submodule with the name of a file of rules is none', async () => {
    const temp = tempRepo();
    temp.file('a.py', 'a').commit();
    temp.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},.coraignore`);
    temp.git('commit', '-qm', 'submodule');
    const { files: listed } = await listCatalogue(await open(temp), null, PLAIN_SETTINGS);
    expect(listed.map(({ path, reason }) => [path, reason])).toEqual([
      ['.coraignore', 'submodule'],
      ['a.py', null],
    ]);
  });
});

describe('HEAD', () => {
  test.each([
    ['Commit', 'HEAD', (temp: TempRepo) => temp.git('rev-parse', 'HEAD')],
    ['The tree of commit', 'HEAD^{tree}', (temp: TempRepo) => temp.git('rev-parse', 'HEAD')],
  ])('%s is missing', async (what, rev, named) => {
    const temp = tempRepo();
    temp.file('a').commit();
    const commit = named(temp);
    lose(temp, rev);
    const repo = await open(temp);
    expect(repo).toMatchObject({ head: null, lostHead: `${what} ${commit}, which HEAD names, is missing` });
    await expect(resolveCommit(repo, 'HEAD')).rejects.toMatchObject({
      code: 'GIT',
      message: `${what} ${commit}, which HEAD names, is missing: the repository is damaged.`,
      hint: expect.stringContaining('git fsck'),
    });
  });

  test('a branch whose file was emptied is no branch without a commit', async () => {
    const temp = tempRepo();
    expect((await open(temp)).lostHead).toBeUndefined();
    await expect(resolveCommit(await open(temp), 'HEAD')).rejects.toMatchObject({ code: 'BAD_REVISION' });
    temp.file('a').commit();
    writeFileSync(temp.path('.git/refs/heads/main'), '');
    const { lostHead } = await open(temp);
    expect(lostHead).toBe(`${temp.path('.git/refs/heads/main')}, which HEAD names, holds no commit`);
  });

  test('a partial clone that has not fetched its tree is not damaged', async () => {
    const temp = tempRepo();
    temp.file('a').commit();
    const clone = temp.clone('--filter=tree:0', '--no-checkout');
    await expect(resolveCommit(await open(clone), 'HEAD')).rejects.toMatchObject({
      message: expect.stringMatching(/^The tree of commit .*: this partial clone has not fetched it\.$/),
      hint: expect.stringContaining('--no-filter'),
    });
  });
});

test('another branch whose commit is missing is told from a name that means nothing', async () => {
  const temp = tempRepo();
  temp.file('a').commit();
  temp.git('branch', 'side');
  temp.file('b').commit();
  const lost = lose(temp, 'side');
  const repo = await open(temp);
  await expect(resolveCommit(repo, 'side')).rejects.toMatchObject({
    code: 'GIT',
    message: `Object ${lost}, which 'side' names, is missing: the repository is damaged.`,
  });
  for (const rev of ['nothing', lost, '--all'])
    await expect(resolveCommit(repo, rev)).rejects.toMatchObject({ code: 'BAD_REVISION' });
});

test('a folder that is gone is not told as a git that is not installed', async () => {
  const temp = tempRepo();
  const gone = `${tempDir()}/gone`;
  await expect(runGit({ cwd: gone, env: temp.env }, ['version'])).rejects.toThrow(
    `git could not be started in ${gone}: the folder is gone.`,
  );
  await expect(runGit({ cwd: temp.dir, env: { PATH: '/nowhere' } }, ['version'])).rejects.toThrow('is not installed');
});
