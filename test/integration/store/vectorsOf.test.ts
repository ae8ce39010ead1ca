/** Vectors of contents that the table has, asked for as a build asks: often, and between the rows that it adds. */

import { afterEach, expect, it } from 'vitest';
import type { ChunkRow } from '../../../src/base/types.ts';
import { type ChunkStore, openStore } from '../../../src/store/openStore.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, keyOf, rowOf, rowsOf } from './children/rows.ts';

let store: ChunkStore;

afterEach(() => store.close());

const ROWS = 3000;
const AT_ONCE = 500;

async function ask(rows: readonly ChunkRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE);
    const vectors = await store.vectorsOf([...some.map(({ contentHash }) => contentHash), `${at}absent`]);
    expect(vectors).toEqual(new Map(some.map(({ contentHash, vector }) => [contentHash, vector])));
  }
}

it('gives what is there, however often it is asked, also of rows that came since and after others have gone', async () => {
  store = await openStore(tempDir(), DIMENSIONS, 'write');
  const rows = rowsOf(ROWS);
  const copies = rows
    .slice(0, 20)
    .map((row, at) => rowOf(ROWS + at, { contentHash: row.contentHash, vector: row.vector }));
  await store.append([...rows, ...copies]);
  await ask(rows);
  const later = rowsOf(100, 2 * ROWS);
  for (let at = 0; at < later.length; at += 10) await store.append(later.slice(at, at + 10));
  await ask([...later, ...rows.slice(0, 600)]);
  await store.remove(rows.slice(0, 1000).map(keyOf));
  const left = [...copies, ...rows.slice(1000), ...later];
  await ask(left);
  await ask(left);
  await store.optimize(60_000);
  await ask(left);
  expect(await store.vectorsOf(rows.slice(20, 1000).map(({ contentHash }) => contentHash))).toEqual(new Map());
});
