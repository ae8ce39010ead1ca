/** Pipes that nobody writes, in the place of files that git opens: git is ended, and Cora says why. Only Linux tells that git waits. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { readBlob, readBlobs } from '../../../src/git/readBlobs.ts';
import { workingTreeChanges } from '../../../src/git/workingTreeChanges.ts';
import { quick, shareOf } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const WAITS = {
  code: 'GIT',
  message: expect.stringMatching(/^git \S+ waits for a pipe or a device in the place of a/),
};

function pipeAt(path: string): string {
  rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
  return path;
}

async function lookAt({ dir, env }: TempRepo): Promise<unknown> {
  return workingTreeChanges(await openRepository(dir, env));
}

describe.skipIf(process.platform !== 'linux').concurrent('a pipe that never ends', { timeout: 600_000 }, () => {
  it.each(shareOf(['include.path', 'core.excludesFile', 'core.attributesFile'], 3))(
    'is not waited for as %s',
    async (key) => {
      const repo = tempRepo();
      repo.file('a.ts').commit();
      repo.git('config', '--file', '.git/config', key, pipeAt(join(tempDir(), 'pipe')));
      await expect(lookAt(repo.file('a.ts', 'changed\n'))).rejects.toMatchObject(WAITS);
    },
  );

  const inPlace = [
    ...['.gitignore', 'below/.gitignore', '.gitattributes', '.git/info/exclude', '.git/info/attributes'],
    ...['.git/config', '.git/HEAD', '.git/index', '.git/packed-refs', '.git/commondir', '.git/objects/info/alternates'],
  ];
  it.each(shareOf(inPlace, 4))('is not waited for in the place of %s', async (path) => {
    const repo = tempRepo();
    repo.file('a.ts').commit();
    pipeAt(repo.path(path));
    await expect(lookAt(repo.file('a.ts', 'changed\n'))).rejects.toMatchObject(WAITS);
  });

  quick.it('is not waited for in the place of an object', async () => {
    const temp = tempRepo();
    temp.file('a.ts').commit();
    const blob = temp.git('rev-parse', 'HEAD:a.ts');
    pipeAt(temp.path('.git/objects', blob.slice(0, 2), blob.slice(2)));
    const repo = await openRepository(temp.dir, temp.env);
    await expect(readBlob(repo, blob)).rejects.toMatchObject(WAITS);
  });

  quick.it('is not what git waits for where Cora has not asked yet', async () => {
    const temp = tempRepo();
    temp.file('a.ts').commit();
    const blob = temp.git('rev-parse', 'HEAD:a.ts');
    const repo = await openRepository(temp.dir, temp.env);
    async function* slowly(): AsyncGenerator<string> {
      yield blob;
      // Longer than git is let wait for a pipe.
      await setTimeout(3500);
      yield blob;
    }
    const read: string[] = [];
    for await (const { bytes } of readBlobs(repo, slowly())) read.push(Buffer.from(bytes!).toString());
    expect(read).toEqual(['a.ts\n', 'a.ts\n']);
  });
});
