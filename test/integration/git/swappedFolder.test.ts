/** While a folder is swapped with a link that leads out of the repository, no byte from outside is read. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { WorkingTreeFiles } from '../../../src/git/safePath.ts';
import { grepRepository } from '../../../src/grep/grepRepository.ts';
import { grepSettings, indexSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { readLines } from '../../../src/view/readLines.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const INSIDE = 'inside\n';
const OUTSIDE = 'outside\n';

/** `folder/file.txt` inside, and beside it a link `other` to a folder outside that has such a file too. */
function place(dir: string): void {
  const outside = tempDir();
  writeFileSync(join(outside, 'file.txt'), OUTSIDE);
  mkdirSync(join(dir, 'folder'));
  writeFileSync(join(dir, 'folder/file.txt'), INSIDE);
  symlinkSync(outside, join(dir, 'other'));
}

/** What the swapper does, one step at a time. */
function swap(dir: string): void {
  renameSync(join(dir, 'folder'), join(dir, 'third'));
  renameSync(join(dir, 'other'), join(dir, 'folder'));
  renameSync(join(dir, 'third'), join(dir, 'other'));
}

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Swaps at once, where there is a compiler and Linux; else in three steps. */
function startSwapper(dir: string): void {
  const program = join(tempDir(), 'swap');
  const source = `
    #include <fcntl.h>
    #include <stdio.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    int main(int count, char **words) {
      if (chdir(words[1]) != 0) return 1;
      for (;;) if (syscall(SYS_renameat2, AT_FDCWD, "folder", AT_FDCWD, "other", 2) != 0) return 1;
    }`;
  const compiled = spawnSync('cc', ['-x', 'c', '-', '-o', program], { input: source }).status === 0;
  const steps = `const { renameSync } = require('fs'); process.chdir(process.argv[1]);
    for (;;) { renameSync('folder', 'third'); renameSync('other', 'folder'); renameSync('third', 'other'); }`;
  running.push(compiled ? spawn(program, [dir]) : spawn(process.execPath, ['-e', steps, dir]));
}

test('a folder that was one when it was looked at, and is a link when its file is opened', () => {
  const dir = tempDir();
  place(dir);
  const files = new WorkingTreeFiles(dir);
  expect(files.find('folder/file.txt')).toMatchObject({ kind: 'file' });
  expect(files.read('folder/file.txt', 100)?.toString()).toBe(INSIDE);
  swap(dir);
  expect(files.read('folder/file.txt', 100)).toBeNull();
  swap(dir);
  expect(files.read('folder/file.txt', 100)?.toString()).toBe(INSIDE);
});

test('a repository behind a link is read, and so are names of any bytes', () => {
  const dir = tempDir();
  const link = join(tempDir(), 'link');
  symlinkSync(dir, link);
  mkdirSync(join(dir, 'a b\n%'));
  writeFileSync(Buffer.concat([Buffer.from(`${dir}/a b\n%/caf`), Buffer.from([0xe9])]), INSIDE);
  writeFileSync(join(dir, 'a b\n%', 'naïve (deleted)'), INSIDE);
  const files = new WorkingTreeFiles(link);
  for (const path of ['a b\n%/caf\uFFFDE9', 'a b\n%/naïve (deleted)'])
    expect(files.read(path, 100)?.toString(), path).toBe(INSIDE);
});

test('a swapper that never rests learns nothing of outside through read and grep', async () => {
  const repo = tempRepo();
  place(repo.dir);
  repo.file('.gitignore', 'other\nthird\n').commit();
  startSwapper(repo.dir);
  const seen = new Set<string | undefined>();
  for (let at = 0; at < 10_000; at++) seen.add(new WorkingTreeFiles(repo.dir).read('folder/file.txt', 100)?.toString());
  const options = resolveOptions({}, {}, null);
  const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir(), log: silentLog };
  const { signal } = new AbortController();
  for (let at = 0; at < 20; at++) {
    const request = { path: 'folder/file.txt', budget: 100 };
    const read = await readLines(indexSettings(options), surroundings, request).catch((error: unknown) => {
      if (!isCoraError(error)) throw error;
      return undefined;
    });
    seen.add(read === undefined ? undefined : `${read.text}\n`);
    const found = await grepRepository('[a-z]+side', indexSettings(options), surroundings, {
      ...grepSettings(options),
      maxTotal: 9,
      signal,
    });
    for (const { preview } of found.hits) seen.add(`${preview}\n`);
  }
  seen.delete(undefined);
  expect([...seen]).toEqual([INSIDE]);
});
