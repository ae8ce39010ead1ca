/** Revisions as a person types them: one that names nothing is no damage of the repository. */

import { expect, it } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { resolveCommit } from '../../../src/git/resolveCommit.ts';
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

it.each(['HEAD', '@', 'HEAD^0', 'HEAD@{0}', '@{0}'])('%s names one', async (rev) => {
  const found = await resolveCommit(await openRepository(repo.dir, repo.env), rev);
  expect(found.commit).toBe(repo.git('rev-parse', 'HEAD').trim());
});
