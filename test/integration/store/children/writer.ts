/** Writes blobs from..count-1 that are not there yet, one commit each, and upkeeps in between. Arguments: dir, count, from. */

import { openStore } from '../../../../src/store/openStore.ts';
import { withWriteLock } from '../../../../src/store/withWriteLock.ts';
import { DIMENSIONS, keyOf, rowOf, silent } from './rows.ts';

const dir = process.argv[2]!;
const [count, from] = [Number(process.argv[3]), Number(process.argv[4] ?? 0)];

for (let i = from; i < count; i++) {
  await withWriteLock(dir, { waitMs: 60_000, log: silent }, async ({ ensureOwned }) => {
    const store = await openStore(dir, DIMENSIONS, 'write');
    try {
      const row = rowOf(i);
      if ((await store.blobKeys()).has(keyOf(row))) return;
      ensureOwned();
      await store.append([row, rowOf(`${i} second`, { blobSha: row.blobSha })]);
      if (i % 3 === 0) await store.optimize(0);
    } finally {
      store.close();
    }
  });
  process.stdout.write(`${i}\n`);
}
