/** Devices and huge files in the place of files that git reads into memory. What would take all of it runs under a limit of the system. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { endIfWaiting } from '../../../src/git/pipesAndDevices.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

const PLACES = ['HEAD', 'commondir', 'packed-refs', 'shallow', 'info/grafts', 'objects/info/alternates'];

function handedOver(name: string, put: (file: string) => void): TempRepo & { planted: string } {
  const repo = tempRepo();
  repo.file('below/a.ts').commit();
  const planted = repo.path('.git', name);
  mkdirSync(dirname(planted), { recursive: true });
  rmSync(planted, { force: true });
  put(planted);
  return Object.assign(repo, { planted });
}

function makeHuge(file: string): void {
  writeFileSync(file, '');
  truncateSync(file, 40 * 2 ** 30);
}

describe.skipIf(process.platform !== 'linux')('in the place of', () => {
  it.each(PLACES)('%s a device or a huge file is refused by its name, from the top and from below', async (name) => {
    for (const put of [(file: string) => symlinkSync('/dev/zero', file), makeHuge]) {
      const { dir, path, env, planted } = handedOver(name, put);
      for (const from of [dir, path('below')])
        await expect(openRepository(from, env)).rejects.toMatchObject({
          code: 'GIT',
          message: expect.stringMatching(/, which git would read into memory\.$/),
        });
      await expect(openRepository(dir, env)).rejects.toThrow(planted);
    }
  });

  it.each([
    ['shallow', 110_000],
    ['info/grafts', 30_000],
  ])('%s more commits are refused than git sorts in a few seconds', async (name, count) => {
    const commits = (many: number): string =>
      Array.from({ length: many }, (_, at) => `${at.toString(16).padStart(40, '0')}\n`).join('');
    const many = handedOver(name, (file) => writeFileSync(file, commits(count)));
    await expect(openRepository(many.dir, many.env)).rejects.toThrow(`${many.planted} has more than`);
    const few = handedOver(name, (file) => writeFileSync(file, commits(1000)));
    expect((await openRepository(few.dir, few.env)).head).not.toBeNull();
  });

  it.each(['info/grafts', 'objects/info/alternates'])('%s /dev/null says that there is none', async (name) => {
    const { dir, env } = handedOver(name, (file) => symlinkSync('/dev/null', file));
    expect((await openRepository(dir, env)).head).not.toBeNull();
  });

  it.each([
    ['objects/info/alternates', '/dev/zero'],
    ['objects/info/alternates', '/dev/full'],
    ['refs/heads/main', '/dev/zero'],
  ])('%s no git reads %s on and on', async (name, device) => {
    const { dir, env } = handedOver(name, (file) => symlinkSync(device, file));
    const limited = 'ulimit -v 8000000; exec git rev-parse HEAD^{tree}';
    const child = spawn('sh', ['-c', limited], { cwd: dir, env, stdio: 'pipe' });
    const why = endIfWaiting(child, 'rev-parse', 200 * 2 ** 20);
    await once(child, 'close');
    expect(why()).toMatchObject({
      code: 'GIT',
      message: 'git rev-parse takes more than 200 MB of memory, and was ended.',
    });
  });

  it('what git reads, git is let read where it takes less', async () => {
    const { dir, env } = handedOver('info/grafts', (file) => writeFileSync(file, ''));
    const child = spawn('git', ['cat-file', '--batch'], { cwd: dir, env, stdio: 'pipe' });
    const why = endIfWaiting(child, 'cat-file', 200 * 2 ** 20);
    child.stdout.resume();
    child.stdin.end('HEAD\n');
    const [status] = await once(child, 'close');
    expect([status, why()]).toEqual([0, null]);
  });
});
