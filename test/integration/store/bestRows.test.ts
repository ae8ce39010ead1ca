/**
 * The best rows by words and by vector are a function of the rows and the question: the same by the index, without it, partly by
 * it, in any order of rows, beside rows of others, and from memory.
 */

import { afterEach, describe, expect, it } from 'vitest';
import type { ChunkRow } from '../../../src/base/types.ts';
import { scoreRow } from '../../../src/engine/rankRows.ts';
import type { Candidate, WordRanking } from '../../../src/engine/rowReader.ts';
import { ChunkStore, openStore } from '../../../src/store/openStore.ts';
import { openTableToRead } from '../../../src/store/openTable.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, keyOf, rowOf, vectorOf } from './children/rows.ts';

const opened: ChunkStore[] = [];

afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

async function open(dir: string, mode: 'read' | 'write'): Promise<ChunkStore> {
  const store = await openStore(dir, DIMENSIONS, mode);
  opened.push(store);
  return store;
}

/** 3000 rows of six texts and five vectors: whatever the limit, it cuts through hundreds of equals. */
const TEXTS = ['get value', 'get value of map', 'get get', 'set value', 'put the value of a map', 'nothing here'];
const ROWS = Array.from({ length: 3000 }, (_, i) =>
  rowOf(i, {
    searchText: `${TEXTS[i % TEXTS.length]} w${i % 7}`,
    vector: vectorOf(`v${i % 5}`),
    blobSha: rowOf(`blob ${i % 300}`).blobSha,
  }),
);
const OTHERS = Array.from({ length: 900 }, (_, i) =>
  rowOf(`other ${i}`, { searchText: 'get map map get value', vector: vectorOf('v1'), language: 'go' }),
);

const RANKINGS: WordRanking[] = [
  { weights: new Map([['get', 1.1]]), averageWords: 3 },
  { weights: new Map(Object.entries({ get: 1.1, map: 2.3, w3: 1.9, nowhere: 7 })), averageWords: 4.1 },
  { weights: new Map(Object.entries({ nowhere: 7 })), averageWords: 4.1 },
];
const isWanted = ({ language }: Candidate): boolean => language === 'typescript';

function expected(ranking: WordRanking, limit: number): [string, number][] {
  return ROWS.map((row): [string, number] => [row.chunkId, scoreRow(row.searchText, ranking)])
    .filter(([, score]) => score > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limit);
}

async function byWords(store: ChunkStore, ranking: WordRanking, limit: number): Promise<[string, number][]> {
  const found = await store.bestByWords(ranking, isWanted, limit, ['kind', 'searchText']);
  for (const row of found) expect(row).toMatchObject({ kind: 'function', searchText: expect.stringContaining(' w') });
  return found.map(({ chunkId, score }) => [chunkId, score]);
}

async function byVector(store: ChunkStore, seed: string, limit: number): Promise<[string, number][]> {
  const found = await store.bestByVector(vectorOf(seed), isWanted, limit, ['vector']);
  return found.map(({ chunkId, score }) => [chunkId, score]);
}

const CASES: [string, () => Promise<string>][] = [
  [
    'all indexed',
    async () => {
      const dir = tempDir();
      const store = await open(dir, 'write');
      await store.append(ROWS);
      await store.optimize(0);
      return dir;
    },
  ],
  [
    'none indexed, in another order',
    async () => {
      const dir = tempDir();
      await (await open(dir, 'write')).append([...ROWS].reverse());
      return dir;
    },
  ],
  [
    'indexed in part, beside rows of others, some of them removed',
    async () => {
      const dir = tempDir();
      const store = await open(dir, 'write');
      await store.append([...OTHERS, ...ROWS.slice(2000)]);
      await store.optimize(0);
      await store.remove(OTHERS.slice(0, 300).map(keyOf));
      for (const at of [0, 500, 1000, 1500]) await store.append(ROWS.slice(at, at + 500));
      return dir;
    },
  ],
];

/** As the readers of a large table: in memory is only what finds rows. */
async function openLarge(dir: string): Promise<ChunkStore> {
  const store = new ChunkStore(await openTableToRead(dir, DIMENSIONS), null, DIMENSIONS, { whole: 0, found: 10_000 });
  opened.push(store);
  await store.keepInMemory();
  return store;
}

describe.each(CASES)('the best rows, %s', (_, build) => {
  it('are the same, from LanceDB and from memory, also where the limit cuts through equals', async () => {
    const dir = await build();
    const store = await open(dir, 'read');
    const vectors = await byVector(store, 'v1', 250);
    expect(vectors.slice(0, 3)).toEqual(
      ROWS.filter((_, i) => i % 5 === 1)
        .map(({ chunkId }) => chunkId)
        .sort()
        .slice(0, 3)
        .map((chunkId) => [chunkId, expect.closeTo(1, 2)]),
    );
    const inMemory = async (): Promise<ChunkStore> => {
      await store.keepInMemory();
      return store;
    };
    for (const openNext of [async () => store, inMemory, () => openLarge(dir)]) {
      const asked = await openNext();
      for (const ranking of RANKINGS) {
        for (const limit of [1, 40, 700])
          expect(await byWords(asked, ranking, limit)).toEqual(expected(ranking, limit));
      }
      expect(await byVector(asked, 'v1', 250)).toEqual(vectors);
    }
  });
});

const TABLES: [string, (dir: string) => Promise<ChunkStore>][] = [
  [
    'a table in memory',
    async (dir) => {
      const store = await open(dir, 'read');
      await store.keepInMemory();
      return store;
    },
  ],
  ['a large table in memory', openLarge],
];

describe.each(TABLES)('%s', (_, openTable) => {
  it('gives the rows that LanceDB gives, by id and by blob', async () => {
    const dir = tempDir();
    const writer = await open(dir, 'write');
    await writer.append(ROWS.slice(0, 400));
    const [plain, resident] = [await open(dir, 'read'), await openTable(dir)];
    const columns = ['chunkId', 'defines', 'references', 'scope', 'startByte', 'vector', 'symbol'] as const;
    const byId = (a: Pick<ChunkRow, 'chunkId'>, b: Pick<ChunkRow, 'chunkId'>) => (a.chunkId < b.chunkId ? -1 : 1);
    for (const selection of [
      { chunkIds: [...ROWS.slice(10, 20).map(({ chunkId }) => chunkId), 'feed', ROWS[10]!.chunkId] },
      { blobs: [keyOf(ROWS[3]!), keyOf(OTHERS[0]!), keyOf(ROWS[3]!)] },
    ]) {
      const expectedRows = (await plain.rows(selection, columns)).sort(byId);
      expect(expectedRows.length).toBeGreaterThan(1);
      expect((await resident.rows(selection, columns)).sort(byId)).toEqual(expectedRows);
      const texts = (await plain.rows(selection, ['chunkId', 'text'])).sort(byId);
      expect((await resident.rows(selection, ['chunkId', 'text'])).sort(byId)).toEqual(texts);
    }
    const ids = async (store: ChunkStore) =>
      (await store.rowsWithTerms(['w3', 'map'], 1000)).map(({ chunkId }) => chunkId).sort();
    expect(await ids(resident)).toEqual(await ids(plain));
  });

  it('is as new as the table that another process changes', async () => {
    const dir = tempDir();
    const writer = await open(dir, 'write');
    await writer.append(ROWS.slice(0, 50));
    const reader = await openTable(dir);
    const fresh = rowOf('fresh', { searchText: 'get fresh' });
    const ranking = { weights: new Map([['fresh', 1]]), averageWords: 3 };
    expect(await byIds(reader, ranking)).toEqual([]);
    await writer.append([fresh]);
    expect(await byIds(reader, ranking)).toEqual([fresh.chunkId]);
    await writer.remove([keyOf(fresh)]);
    expect(await byIds(reader, ranking)).toEqual([]);
    expect(await reader.rows({ chunkIds: [fresh.chunkId] }, ['chunkId'])).toEqual([]);
  });
});

async function byIds(store: ChunkStore, ranking: WordRanking): Promise<string[]> {
  return (await store.bestByWords(ranking, () => true, 10)).map(({ chunkId }) => chunkId);
}

it('the best rows are the same where some of them are not in the table', async () => {
  const [whole, part] = [tempDir(), tempDir()];
  await (await open(whole, 'write')).append(ROWS);
  await (await open(part, 'write')).append(ROWS.slice(0, 2000));
  const beside = [...OTHERS, ...ROWS.slice(2000)];
  const stores = [await open(part, 'read'), await openLarge(part)];
  const idOf = ({ chunkId, score }: Candidate): [string, number] => [chunkId, score];
  for (const store of stores) {
    for (const ranking of RANKINGS) {
      const found = await store.bestByWords(ranking, isWanted, 700, ['kind'], beside);
      expect(found.map(idOf)).toEqual(expected(ranking, 700));
    }
    const near = await store.bestByVector(vectorOf('v1'), isWanted, 700, ['vector'], beside);
    expect(near.map(idOf)).toEqual(await byVector(await open(whole, 'read'), 'v1', 700));
  }
});
