/** A commit whose files end in the middle, as LanceDB leaves it on a full disk, goes with the next writer; what was whole before it stays. */

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/store/openStore.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, keyOf, rowOf, rowsOf } from './children/rows.ts';

async function append(dir: string, numbers: readonly number[], isFinished: boolean): Promise<void> {
  const store = await openStore(dir, DIMENSIONS, 'write');
  try {
    await store.append(numbers.map((number) => rowOf(number)));
    if (isFinished) await store.optimize(60_000, true);
  } finally {
    store.close();
  }
}

async function keysIn(dir: string, mode: 'read' | 'write'): Promise<string[]> {
  const store = await openStore(dir, DIMENSIONS, mode);
  try {
    return [...(await store.blobKeys()).keys()].sort();
  } finally {
    store.close();
  }
}

/** Cuts the files in two that are there and were not before. */
function tear(dir: string, before: ReadonlySet<string>): void {
  const fresh = dataOf(dir).filter((path) => !before.has(path));
  expect(fresh).toHaveLength(1);
  for (const path of fresh) truncateSync(path, Math.floor(statSync(path).size / 2));
}

const dataOf = (dir: string): string[] =>
  readdirSync(join(dir, 'chunks.lance/data')).map((name) => join(dir, 'chunks.lance/data', name));
const keys = (...numbers: number[]): string[] => numbers.map((number) => keyOf(rowOf(number))).sort();

it('of a run that did not come to its end', async () => {
  const dir = tempDir();
  await append(dir, [1, 2], true);
  const before = new Set(dataOf(dir));
  await append(dir, [3], false);
  tear(dir, before);
  await expect(keysIn(dir, 'read')).rejects.toMatchObject({ code: 'STORE' });
  expect(await keysIn(dir, 'write')).toEqual(keys(1, 2));
  expect(await keysIn(dir, 'read')).toEqual(keys(1, 2));
  await append(dir, [3], true);
  expect(await keysIn(dir, 'read')).toEqual(keys(1, 2, 3));
});

it('of the very first one', async () => {
  const dir = tempDir();
  await append(dir, [1, 2], false);
  tear(dir, new Set());
  await append(dir, [1, 2], true);
  expect(await keysIn(dir, 'read')).toEqual(keys(1, 2));
});

it('stays where a run that came to its end knows it: that is damage, and doctor says so', async () => {
  const dir = tempDir();
  await append(dir, [1], true);
  const before = new Set(dataOf(dir));
  await append(dir, [2], false);
  await append(dir, [], true);
  tear(dir, before);
  await expect(keysIn(dir, 'write')).rejects.toMatchObject({ code: 'STORE' });
});

/** As a run that does not come to its end. */
async function remove(dir: string, numbers: readonly number[]): Promise<void> {
  const store = await openStore(dir, DIMENSIONS, 'write');
  await store.remove(numbers.map((number) => keyOf(rowOf(number))));
  store.close();
}

const manifestsOf = (dir: string): string[] =>
  readdirSync(join(dir, 'chunks.lance/_versions'))
    .filter((name) => name.endsWith('.manifest'))
    .sort()
    .map((name) => join(dir, 'chunks.lance/_versions', name));
const cut = (path: string, bytes: number): void => truncateSync(path, Math.max(0, statSync(path).size - bytes));

it.each([1, 4, 20, 1000, 1_000_000])('as a manifest without its last %d bytes', async (bytes) => {
  const dir = tempDir();
  await append(dir, [1, 2], true);
  await append(dir, [3], false);
  const [newest] = manifestsOf(dir);
  cut(newest!, bytes);
  await expect(keysIn(dir, 'read')).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
  expect(await keysIn(dir, 'write')).toEqual(keys(1, 2));
  expect(existsSync(newest!)).toBe(false);
  await append(dir, [3], true);
  expect(await keysIn(dir, 'read')).toEqual(keys(1, 2, 3));
});

it('as an earlier manifest beside a whole one', async () => {
  const dir = tempDir();
  await append(dir, [1], true);
  await append(dir, [2], false);
  await append(dir, [3], false);
  cut(manifestsOf(dir)[1]!, 20);
  expect(await keysIn(dir, 'write')).toEqual(keys(1, 2, 3));
  expect(await keysIn(dir, 'read')).toEqual(keys(1, 2, 3));
});

it('not as a manifest that a run that came to its end knows', async () => {
  const dir = tempDir();
  await append(dir, [1], true);
  const [newest] = manifestsOf(dir);
  cut(newest!, 20);
  await expect(keysIn(dir, 'write')).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
  expect(existsSync(newest!)).toBe(true);
});

it.each([
  ['arrow', 40, 20],
  ['bin', 6000, 5900],
])('as deletions in a file .%s', async (form, count, removed) => {
  const dir = tempDir();
  const store = await openStore(dir, DIMENSIONS, 'write');
  await store.append(rowsOf(count));
  await store.optimize(60_000);
  store.close();
  const all = await keysIn(dir, 'read');
  const removing = Array.from({ length: removed }, (_, at) => at);
  await remove(dir, removing);
  const deletions = join(dir, 'chunks.lance/_deletions');
  const [name] = readdirSync(deletions);
  expect(name).toMatch(new RegExp(`\\.${form}$`));
  expect(await keysIn(dir, 'write')).toHaveLength(count - removed);
  const whole = tempDir();
  cpSync(dir, whole, { recursive: true });
  for (const bytes of [1, 3, 100, 1_000_000]) {
    rmSync(dir, { recursive: true });
    cpSync(whole, dir, { recursive: true });
    cut(join(deletions, name!), bytes);
    expect(await keysIn(dir, 'write')).toEqual(all);
    await remove(dir, removing);
    expect(await keysIn(dir, 'read')).toHaveLength(count - removed);
  }
});

it('opens no pipe and no link, and removes nothing through one', async () => {
  const dir = tempDir();
  await append(dir, [1], true);
  const outside = tempDir();
  await append(outside, [2], false);
  const torn = manifestsOf(outside)[0]!;
  cut(torn, 20);
  const table = join(dir, 'chunks.lance');
  mkdirSync(join(table, '_deletions'));
  for (const place of ['data/x.lance', '_deletions/0-1-2.bin', '_versions/00000000000000000001.manifest']) {
    const path = join(table, place);
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    await expect(keysIn(dir, 'write')).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    rmSync(path);
    symlinkSync(torn, path);
    await expect(keysIn(dir, 'write')).rejects.toMatchObject({ code: 'STORE' });
    rmSync(path);
  }
  expect(existsSync(torn)).toBe(true);
  expect(await keysIn(dir, 'write')).toEqual(keys(1));
});

it('before the checksums call it whole', async () => {
  const dir = tempDir();
  await append(dir, [1], true);
  const store = await openStore(dir, DIMENSIONS, 'write');
  await store.append([rowOf(2)]);
  cut(manifestsOf(dir)[0]!, 20);
  await expect(store.optimize(60_000)).rejects.toMatchObject({ code: 'STORE' });
  store.close();
  await append(dir, [2], true);
  expect(await keysIn(dir, 'read')).toEqual(keys(1, 2));
});

const tableIn = (dir: string): string => join(dir, 'chunks.lance');

it.each([
  '_indices/zz/x.lance',
  '_indices/0a/x.lance',
  'data/.lance',
  'data/-.lance',
  'a suffix of the name of the rows',
  'a file that no version lists, beside those of an index',
])('takes no version back for a stray file: %s', async (place) => {
  for (const isFinished of [true, false]) {
    const dir = tempDir();
    await append(dir, [1, 2], true);
    if (!isFinished) rmSync(join(tableIn(dir), 'sums.json'));
    const before = manifestsOf(dir);
    const [index] = readdirSync(join(tableIn(dir), '_indices'));
    const path = place.startsWith('a suffix')
      ? `data/${readdirSync(join(tableIn(dir), 'data'))[0]!.slice(-10)}`
      : place.startsWith('a file')
        ? `_indices/${index}/stray.lance`
        : place;
    mkdirSync(dirname(join(tableIn(dir), path)), { recursive: true });
    writeFileSync(join(tableIn(dir), path), 'abcd');
    await append(dir, [3], true);
    expect(await keysIn(dir, 'read')).toEqual(keys(1, 2, 3));
    expect(manifestsOf(dir)).toEqual(expect.arrayContaining(before));
  }
});

it('calls a file that was cut short after its run a damage, removes nothing that is known, and never the last version', async () => {
  for (const isKnown of [true, false]) {
    const dir = tempDir();
    await append(dir, [1], true);
    if (!isKnown) rmSync(join(tableIn(dir), 'sums.json'));
    // The version that was made first lists no rows, and goes in time.
    for (const old of manifestsOf(dir).slice(1)) rmSync(old);
    const before = manifestsOf(dir);
    tear(dir, new Set());
    const store = await openStore(dir, DIMENSIONS, 'write');
    await expect(store.append([rowOf(2)])).rejects.toMatchObject({
      code: 'BROKEN_INDEX',
      message: 'the index failed to append: a file of it was cut short.',
      hint: 'run: cora doctor --fix',
    });
    store.close();
    expect(manifestsOf(dir)).toEqual(expect.arrayContaining(before));
  }
});

it('as an index', async () => {
  const dir = tempDir();
  await append(dir, [1], true);
  const before = manifestsOf(dir).length;
  const indexes = join(tableIn(dir), '_indices');
  const old = new Set(readdirSync(indexes));
  const sums = readFileSync(join(tableIn(dir), 'sums.json'));
  await append(dir, [2], true);
  writeFileSync(join(tableIn(dir), 'sums.json'), sums);
  const fresh = readdirSync(indexes).filter((name) => !old.has(name));
  expect(fresh.length).toBeGreaterThan(0);
  for (const uuid of fresh) cut(join(indexes, uuid, readdirSync(join(indexes, uuid))[0]!), 20);
  // The commit of the rows is whole.
  expect(await keysIn(dir, 'write')).toEqual(keys(1, 2));
  expect(manifestsOf(dir)).toHaveLength(before + 1);
  await append(dir, [3], true);
  expect(await keysIn(dir, 'read')).toEqual(keys(1, 2, 3));
});
