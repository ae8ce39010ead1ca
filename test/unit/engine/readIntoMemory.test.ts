/** Rows of a table that has no search file are read into memory: each once, however the table brings them. */

import { expect, it } from 'vitest';
import type { ChunkRow } from '../../../src/base/types.ts';
import type { RowReader } from '../../../src/engine/rowReader.ts';
import { readIntoMemory } from '../../../src/engine/searchFileWriter.ts';
import fc from '../../helpers/fastCheck.ts';
import { byBlob } from '../../helpers/segments.ts';
import { all, DIMENSIONS, rowOf, shaOf } from '../../integration/store/children/rows.ts';

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
      const found = await readIntoMemory({ scan } as unknown as RowReader, DIMENSIONS);
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
