/** Texts of results come from the working tree where it has the very bytes, and from git where it has others. */

import { expect, it } from 'vitest';
import { openBlobReader } from '../../../src/git/openBlobReader.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { callerFiles } from '../../../src/search/callerFiles.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

it('starts git for one question only where the working tree has other bytes', async () => {
  const repo = tempRepo();
  repo.file('same.c', 'int same;\n').file('other.c', 'int other;\n').commit();
  repo.file('other.c', 'int changed;\n');
  const repository = await openRepository(repo.dir, repo.env);
  const blobs = openBlobReader(repository);
  const { files } = callerFiles({ workspace: { repository } as never, blobs });
  const read = async (path: string): Promise<string | undefined> => {
    const row = { blobSha: repo.git('rev-parse', `HEAD:${path}`).trim(), language: 'c' };
    const selected = [{ chunk: { path, status: 'committed', row } }] as never;
    return (await files({ isClean: () => true } as never, selected)).get(path)?.slice(1, 1);
  };
  expect(await read('same.c')).toBe('int same;');
  expect(blobs.isRunning).toBe(false);
  expect(await read('other.c')).toBe('int other;');
  expect(blobs.isRunning).toBe(true);
  blobs.close();
});
