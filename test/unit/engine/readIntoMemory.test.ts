/** A table that lies far away, read into memory: its rows come in batches that know nothing of blobs. */

import { expect, it } from 'vitest';
import { rowKeyOf } from '../../../src/base/identity.ts';
import type { ChunkRow } from '../../../src/base/types.ts';
import { readIntoMemory } from '../../../src/engine/searchFileWriter.ts';
import type { ChunkStore } from '../../../src/store/openStore.ts';
import fc from '../../helpers/fastCheck.ts';
import { byBlob } from '../../helpers/segments.ts';
import { all, DIMENSIONS, rowOf, shaOf } from '../../integration/store/children/rows.ts';

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

/** Rows of some blobs, in any order, in batches that may end within a blob. */
const tables = fc.array(fc.array(fc.nat(5), { maxLength: 8 }), { maxLength: 6 });

const COLUMNS = ['chunkId', 'blobSha', 'startByte', 'searchText', 'vector', 'symbol', 'text'] as const;

it('gives each row of any table once', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (blobs) => {
      let next = 0;
      const batches = blobs.map((batch) =>
        batch.map((blob) =>
          rowOf(next, { blobSha: shaOf(blob), searchText: `w${blob}`, startByte: (7 * next) % 40, part: next++ % 3 }),
        ),
      );
      async function* scan(): AsyncGenerator<ChunkRow[]> {
        yield* batches;
      }
      const rows = batches.flat();
      const found = await readIntoMemory(
        { scan, countRows: async () => rows.length } as unknown as ChunkStore,
        DIMENSIONS,
      );
      const byId = (some: readonly Pick<ChunkRow, 'chunkId'>[]) => some.map(({ chunkId }) => chunkId).sort();
      const scanned = await all(found.scan(COLUMNS));
      expect(byId(scanned)).toEqual(byId(rows));
      expect(scanned.every(({ text }) => text === '')).toBe(true);
      expect(await found.blobKeys()).toEqual(new Map([...byBlob(rows)].map(([key, own]) => [key, own.length])));
      const words = await found.rowsWithTerms(['w0', 'w1', 'w2', 'w3', 'w4', 'w5'], 1000);
      expect(byId(words)).toEqual(byId(rows));
      for (const [key, own] of byBlob(rows)) {
        const places = (await found.rows({ blobs: [key] }, COLUMNS)).map(({ startByte }) => startByte);
        expect(places).toEqual(own.map(({ startByte }) => startByte).sort((a, b) => a - b));
      }
    }),
  );
});
