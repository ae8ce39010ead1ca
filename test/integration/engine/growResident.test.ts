/** A table in memory that grew with its table answers, to the last digit, as one that was read whole. */

import { afterEach, describe, expect, it } from 'vitest';
import type { ChunkRow } from '../../../src/base/types.ts';
import { type ChunkStore, openStore } from '../../../src/store/openStore.ts';
import { openTableToRead } from '../../../src/store/openTable.ts';
import type { ReadTable } from '../../../src/store/readTable.ts';
import { growResidentTable, readResidentTable } from '../../../src/store/resident/residentReader.ts';
import type { ResidentTable } from '../../../src/store/resident/residentTable.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, keyOf, rowOf, vectorOf } from './children/rows.ts';

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

const WORDS = ['get', 'set', 'value', 'map', 'list'];
const row = (n: number): ChunkRow =>
  rowOf(n, {
    blobSha: rowOf(`blob ${n >> 1}`).blobSha,
    searchText: `${WORDS[n % 5]} ${WORDS[(n >> 2) % 5]} ${'of '.repeat(n % 4)}w${n % 11}`,
    vector: vectorOf(`v${n % 17}`),
  });
const rows = (from: number, to: number): ChunkRow[] => Array.from({ length: to - from }, (_, at) => row(from + at));

const STEPS: [name: string, step: (store: ChunkStore) => Promise<unknown>][] = [
  ['nothing', async () => undefined],
  ['rows that come', (store) => store.append(rows(600, 640))],
  ['one row', (store) => store.append(rows(640, 642))],
  ['rows that go', (store) => store.remove([keyOf(row(10)), keyOf(row(300)), keyOf(row(641))])],
  ['rows that are replaced', (store) => store.replace(rows(20, 30))],
  [
    'more, in several commits',
    async (store) => {
      for (const from of [642, 650, 660]) await store.append(rows(from, from + 8));
    },
  ],
  ['rows that are back', (store) => store.append(rows(300, 302))],
  ['a part that goes whole', (store) => store.remove(rows(642, 668).map(keyOf))],
];

function answersOf(table: ResidentTable) {
  const ranking = { weights: new Map(Object.entries({ get: 1.3, w7: 2.1, nowhere: 4 })), averageWords: 3.7 };
  const isWanted = ({ chunkId }: { chunkId: string }): boolean => chunkId[0] !== '7';
  const columns = table.hasColumns ? (['symbol', 'references'] as const) : [];
  const byId = (a: { chunkId: string }, b: { chunkId: string }): number => (a.chunkId < b.chunkId ? -1 : 1);
  const named = ['chunkId', 'blobSha', 'vector', ...columns] as const;
  return {
    size: table.size,
    words: table.bestByWords(ranking, isWanted, 50, columns),
    own: table.rowsWithTerms(['get', 'map', 'w3'], 1000, columns),
    vector: table.bestByVector(vectorOf('v3'), isWanted, 60, columns),
    byChunk: table.rows({ chunkIds: rows(0, 700).map(({ chunkId }) => chunkId) }, named).sort(byId),
    byBlob: table.rows({ blobs: rows(0, 700).map(keyOf) }, named).sort(byId),
  };
}

describe.each([
  ['with its columns', { whole: 10_000, found: 10_000 }],
  ['of a large table', { whole: 0, found: 10_000 }],
])('a table in memory, %s', (_, limits) => {
  const open = async () => {
    const dir = tempDir();
    const store = await openStore(dir, DIMENSIONS, 'write');
    await store.append(rows(0, 600));
    const handle = await openTableToRead(dir, DIMENSIONS);
    closes.push(
      () => store.close(),
      () => handle.close(),
    );
    return { store, handle };
  };

  it('reads what has come and leaves out what has gone', async () => {
    const { store, handle } = await open();
    let read = 0;
    const counting: ReadTable = {
      ...handle.reader,
      select: async function* (selection) {
        for await (const batch of handle.reader.select(selection)) {
          if (selection.columns.includes('searchText')) read += batch.numRows;
          yield batch;
        }
      },
    };
    let known = (await readResidentTable(counting, DIMENSIONS, limits, true))!;
    expect(read).toBe(600);
    read = 0;
    for (const [name, step] of STEPS) {
      await step(store);
      known = (await growResidentTable(known, counting, DIMENSIONS, limits))!;
      const fresh = (await readResidentTable(handle.reader, DIMENSIONS, limits, true))!;
      expect(known.version, name).toBe(fresh.version);
      expect(answersOf(known), name).toEqual(answersOf(fresh));
    }
    // 80 came; small parts were read again with the next ones.
    expect(read).toBeLessThan(250);
    expect(known.parts.length).toBeLessThan(4);
  });

  it('is read whole after a change of much, and after a compaction', async () => {
    const { store, handle } = await open();
    const grow = (known: ResidentTable) => growResidentTable(known, handle.reader, DIMENSIONS, limits);
    const known = (await readResidentTable(handle.reader, DIMENSIONS, limits, true))!;
    await store.append(rows(600, 700));
    expect(await grow(known)).toBeNull();
    const next = (await readResidentTable(handle.reader, DIMENSIONS, limits, true))!;
    await store.append(rows(700, 702));
    await store.optimize(0);
    const grown = await grow(next);
    if (grown !== null) {
      const fresh = (await readResidentTable(handle.reader, DIMENSIONS, limits, true))!;
      expect(answersOf(grown)).toEqual(answersOf(fresh));
    }
    expect(await grow(known)).toBeNull();
  });

  it('stays as it was where the table changes while it is looked at', async () => {
    const { store, handle } = await open();
    const known = (await readResidentTable(handle.reader, DIMENSIONS, limits, true))!;
    await store.append(rows(600, 610));
    let isFirst = true;
    const changing: ReadTable = {
      ...handle.reader,
      select: async function* (selection) {
        if (isFirst) await store.append(rows(610, 612));
        isFirst = false;
        yield* handle.reader.select(selection);
      },
    };
    expect(await growResidentTable(known, changing, DIMENSIONS, limits)).toBe(known);
    const grown = (await growResidentTable(known, handle.reader, DIMENSIONS, limits))!;
    expect(grown.size).toBe(612);
  });
});
