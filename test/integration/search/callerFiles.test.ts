/** Texts of results come from the working tree where it has the very bytes, and from git where it has others. */

import { expect, it } from 'vitest';
import { openBlobReader } from '../../../src/git/openBlobReader.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { callerFiles } from '../../../src/search/callerFiles.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

type CallerFiles = ReturnType<typeof callerFiles>;

async function firstLine(files: CallerFiles, path: string, blobSha: string): Promise<string | undefined> {
  const selected = [{ chunk: { path, status: 'committed', row: { blobSha, language: 'c' } } }] as never;
  return (await files({ isClean: () => true } as never, selected)).get(path)?.slice(1, 1);
}

it('starts git for one question only where the working tree has other bytes', async () => {
  const repo = tempRepo();
  repo.file('same.c', 'int same;\n').file('other.c', 'int other;\n').commit();
  repo.file('other.c', 'int changed;\n');
  const repository = await openRepository(repo.dir, repo.env);
  const blobs = openBlobReader(repository);
  const files = callerFiles({ workspace: { repository } as never, blobs });
  const read = (path: string) => firstLine(files, path, repo.git('rev-parse', `HEAD:${path}`).trim());
  expect(await read('same.c')).toBe('int same;');
  expect(blobs.isRunning).toBe(false);
  expect(await read('other.c')).toBe('int other;');
  expect(blobs.isRunning).toBe(true);
  blobs.close();
});

// The first page of a process's memory can't be read, as on a disk with a fault.
it.runIf(process.platform === 'linux')('asks git where the system cannot read a file', async () => {
  const repo = tempRepo();
  repo.file('mem', 'int same;\n').commit();
  const repository = await openRepository(repo.dir, repo.env);
  const blobs = openBlobReader(repository);
  const workspace = { repository: { ...repository, worktree: `/proc/${process.pid}` } } as never;
  const files = callerFiles({ workspace, blobs });
  expect(await firstLine(files, 'mem', repo.git('rev-parse', 'HEAD:mem').trim())).toBe('int same;');
  blobs.close();
});
