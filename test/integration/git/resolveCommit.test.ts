/** Revisions as a person types them: one that names nothing is no damage of the repository. */

import { expect, it } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { refsLike, resolveCommit } from '../../../src/git/resolveCommit.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

const repo = tempRepo();
repo.file('a.ts', 'export function first() {}\n').commit();

it.each([
  '^HEAD',
  '^main',
  'HEAD..HEAD',
  'HEAD^!',
  'HEAD^@',
  '@{upstream}',
  '@{u}',
  '@{push}',
  'HEAD@{9}',
  'HEAD@{upstream}',
  'nope@{u}',
  '@{-1}',
  '--all',
  '-',
  'HEAD\n--help',
  'HEAD:a.ts',
  'HEAD^{blob}',
  'HEAD~9',
  '\u001b[31m',
])('%j names no commit', async (rev) => {
  await expect(resolveCommit(await openRepository(repo.dir, repo.env), rev)).rejects.toMatchObject({
    code: 'BAD_REVISION',
  });
});

it.each([20_000, 33_000, 200_000])('a name of %i characters is an error in words', async (length) => {
  await expect(resolveCommit(await openRepository(repo.dir, repo.env), 'a'.repeat(length))).rejects.toMatchObject({
    code: length > 30_000 ? 'USAGE' : 'BAD_REVISION',
  });
});

it.each(['HEAD', '@', 'HEAD^0', 'HEAD@{0}', '@{0}'])('%s names one', async (rev) => {
  const found = await resolveCommit(await openRepository(repo.dir, repo.env), rev);
  expect(found.commit).toBe(repo.git('rev-parse', 'HEAD').trim());
});

it('offers the branch of a remote for a name that only it has', async () => {
  repo.git('update-ref', 'refs/remotes/origin/v3.13', 'HEAD');
  repo.git('update-ref', 'refs/remotes/origin/v4', 'HEAD');
  repo.git('tag', 'v4.1');
  const opened = await openRepository(repo.dir, repo.env);
  expect(await refsLike(opened, 'v3.13')).toEqual(['origin/v3.13']);
  expect(await refsLike(opened, 'v4')).toEqual(['v4.1']);
  for (const tag of ['5.0.0-alpha.1', '5.0.0-beta.1', '5.0.0-beta.2', '5.0.0', '5.0.1']) repo.git('tag', tag);
  expect(await refsLike(opened, '5.0')).toEqual(['5.0.1', '5.0.0', '5.0.0-beta.2']);
});
