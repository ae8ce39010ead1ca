/** A commit whose files end in the middle, as LanceDB leaves it on a full disk, goes with the next writer; what was whole before it stays. */

import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/store/openStore.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, keyOf, rowOf } from './children/rows.ts';

async function append(dir: string, numbers: readonly number[], isFinished: boolean): Promise<void> {
  const store = await openStore(dir, DIMENSIONS, 'write');
  try {
    await store.append(numbers.map((number) => rowOf(number)));
    if (isFinished) await store.optimize(60_000);
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
