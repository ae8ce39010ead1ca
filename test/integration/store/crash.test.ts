/** kill -9 at any moment leaves a table that opens, with every blob whole or absent, and the next run goes on. */

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/store/openStore.ts';
import { inspectStore } from '../../../src/store/storeHealth.ts';
import { isSlow } from '../../helpers/slow.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { bundleChild, ended, startChild } from './bundleChild.ts';
import { all, DIMENSIONS, keyOf, rowOf } from './children/rows.ts';

const BLOBS = isSlow ? 60 : 20;
/** They lie as far apart as all of them do. */
const MOMENTS = isSlow ? 12 : 1;

async function blobsIn(dir: string): Promise<Map<string, number>> {
  const store = await openStore(dir, DIMENSIONS, 'read');
  try {
    const keys = await store.blobKeys();
    const found = await all(store.scan(['searchText']));
    expect(found).toHaveLength([...keys.values()].reduce((sum, rows) => sum + rows, 0));
    return keys;
  } finally {
    store.close();
  }
}

it(`survives kill -9, at ${MOMENTS} of its moments`, async () => {
  const dir = tempDir();
  const script = await bundleChild('writer');
  let before = 0;
  for (let moment = 0; moment < MOMENTS; moment++) {
    const child = startChild(script, [dir, String(BLOBS), String(before)]);
    // One commit, and then a little into the next one or the upkeep between.
    await once(child.stdout!, 'data');
    await sleep((moment * 36) / MOMENTS);
    child.kill('SIGKILL');
    expect((await ended(child)).signal).toBe('SIGKILL');
    const blobs = await blobsIn(dir);
    expect(new Set(blobs.values())).toEqual(new Set([2]));
    expect(blobs.size).toBeGreaterThan(before);
    before = blobs.size;
  }
  const { code, stderr } = await ended(startChild(script, [dir, String(BLOBS)]));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await blobsIn(dir)).toEqual(new Map(Array.from({ length: BLOBS }, (_, i) => [keyOf(rowOf(i)), 2])));
  expect((await inspectStore(dir)).map(({ code: finding }) => finding)).toEqual(['missing-state']);
});
