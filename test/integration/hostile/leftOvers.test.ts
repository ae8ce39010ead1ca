/** Unfinished folders of killed processes are removed; what only looks like one stays. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeFolderBeside, removeFolder } from '../../../src/disk/makePrivate.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { bundleChild, startChild } from '../store/bundleChild.ts';

const MARK = '.cora-owner.json';

function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

it('a folder that a clone brings with the mark of a process that is gone stays as it is', async () => {
  const target = join(tempDir(), 'index.tar');
  const [planted, copied] = [`${target}.AbCdEf`, `${target}.GhIjKl`];
  for (const dir of [planted, copied]) mkdirSync(dir);
  const mark = { pid: deadProcess(), host: hostname(), started: null };
  writeFileSync(join(planted, MARK), JSON.stringify(mark));
  const made = await makeFolderBeside(target, '');
  writeFileSync(join(copied, MARK), JSON.stringify({ ...JSON.parse(readFileSync(join(made, MARK), 'utf8')), ...mark }));
  await removeFolder(made);
  for (const dir of [planted, copied]) writeFileSync(join(dir, 'precious'), 'mine');
  await removeFolder(await makeFolderBeside(target, ''));
  for (const dir of [planted, copied]) expect(readFileSync(join(dir, 'precious'), 'utf8')).toBe('mine');
});

it('a folder that is not there has to be made, or another one named', async () => {
  const target = join(tempDir(), 'missing', 'index.tar');
  await expect(
    makeFolderBeside(target, 'check permissions and free space, or name another place'),
  ).rejects.toMatchObject({
    code: 'STORE',
    hint: 'the folder does not exist: create it, or name another place',
  });
});

it('the folder of a process that is gone is removed with all that is in it', async () => {
  const target = join(tempDir(), 'index.tar');
  const left = await makeFolderBeside(target, '');
  const mark = JSON.parse(readFileSync(join(left, MARK), 'utf8'));
  writeFileSync(join(left, MARK), JSON.stringify({ ...mark, pid: deadProcess() }));
  writeFileSync(join(left, 'half'), 'x');
  const next = await makeFolderBeside(target, '');
  expect([existsSync(left), existsSync(next)]).toEqual([false, true]);
});

/** It may go between a look whether it is there and one at what is in it. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

it('a folder that is being removed names its process until nothing else is in it', async () => {
  const folder = await makeFolderBeside(join(tempDir(), 'index.tar'), '');
  for (let at = 0; at < 300; at++) mkdirSync(join(folder, `part${at}`));
  let isRemoved = false;
  const removal = removeFolder(folder).then(() => {
    isRemoved = true;
  });
  let looks = 0;
  while (!isRemoved) {
    const names = namesIn(folder);
    if (names.length > 0) expect(names).toContain(MARK);
    looks += 1;
    await nextTurn();
  }
  await removal;
  expect(looks).toBeGreaterThan(1);
});

it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
  'a process that ends by %s removes what it has not finished',
  async (signal) => {
    const dir = tempDir();
    const child = startChild(await bundleChild('unfinished', import.meta.dirname), [join(dir, 'public')]);
    await once(child.stdout!, 'data');
    expect(readdirSync(dir)).toHaveLength(1);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([null, signal]);
    expect(readdirSync(dir)).toEqual([]);
  },
);

it.skipIf(process.platform === 'win32')(
  'a folder that a process left before it had marked it is removed, and no other',
  async () => {
    const target = join(tempDir(), 'index.tar');
    const make = (name: string, mode: number, mark?: string): string => {
      const dir = `${target}.${name}`;
      mkdirSync(dir, { mode });
      if (mark !== undefined) writeFileSync(join(dir, MARK), mark);
      return dir;
    };
    const left = [make('noMark', 0o700), make('byte00', 0o700, '')];
    const others = [make('backup', 0o755), make('torn00', 0o700, '{"pid"'), make('mine00', 0o700)];
    writeFileSync(join(others[2]!, 'precious'), 'mine');
    const fresh = make('fresh0', 0o700);
    for (const dir of [...left, ...others]) utimesSync(dir, new Date(0), new Date(0));
    await removeFolder(await makeFolderBeside(target, ''));
    expect(left.filter((dir) => existsSync(dir))).toEqual([]);
    expect([...others, fresh].filter((dir) => !existsSync(dir))).toEqual([]);
  },
);
