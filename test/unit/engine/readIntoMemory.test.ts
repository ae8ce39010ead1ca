/** A table that lies far away, read into memory: its rows come in batches that know nothing of blobs. */

import { expect, it } from 'vitest';
import { rowKeyOf } from '../../../src/base/identity.ts';
import type { ChunkRow } from '../../../src/base/types.ts';
import { readIntoMemory } from '../../../src/engine/searchFileWriter.ts';
import type { ChunkStore } from '../../../src/store/openStore.ts';
import { DIMENSIONS, rowOf, shaOf } from '../../integration/store/children/rows.ts';

/** Four rows of each blob, in their order in the file. */
const ROWS = Array.from({ length: 20 }, (_, at) =>
  rowOf(at, {
    blobSha: shaOf(`blob ${Math.floor(at / 4)}`),
    startByte: 100 * (at % 4),
    endByte: 100 * (at % 4) + 50,
    contentHash: shaOf(`content ${at}`).slice(0, 32),
  }),
);

function tableOf(rows: readonly ChunkRow[], perBatch: number): ChunkStore {
  return {
    countRows: async () => rows.length,
    scan: async function* () {
      for (let at = 0; at < rows.length; at += perBatch) yield rows.slice(at, at + perBatch);
    },
  } as unknown as ChunkStore;
}

it.each([1, 3, 4, 7, 8, 20])('holds each row once, in batches of %i', async (perBatch) => {
  // The last blob's rows do not stand together.
  const spread = [ROWS.at(-1)!, ...ROWS.slice(0, -1)];
  for (const rows of [ROWS, spread]) {
    const memory = await readIntoMemory(tableOf(rows, perBatch), DIMENSIONS);
    expect(memory.counts()).toEqual({ rows: ROWS.length, segments: 1 });
    expect([...(await memory.blobKeys()).values()]).toEqual([4, 4, 4, 4, 4]);
    const keys = [...new Set(ROWS.map(rowKeyOf))];
    for await (const { key, rows: own } of memory.rowsByBlob(keys, ['chunkId', 'startByte', 'vector'])) {
      const wanted = ROWS.filter((row) => rowKeyOf(row) === key);
      expect(own).toEqual(
        wanted.map(({ chunkId, startByte, vector }) => expect.objectContaining({ chunkId, startByte, vector })),
      );
    }
    memory.close();
  }
});
