/** A search file that grew with its table answers, to the last digit, as one that is made of the table at once. */

import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChunkRow } from '../../../src/base/types.ts';
import { roundVector } from '../../../src/engine/byteVectors.ts';
import type { SearchReader } from '../../../src/engine/rowReader.ts';
import { openSearchFile, openSegment, readSegmentList, searchFolder } from '../../../src/engine/searchFile.ts';
import { readIntoMemory, SearchFileWriter } from '../../../src/engine/searchFileWriter.ts';
import { type ChunkStore, openStore } from '../../../src/store/openStore.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, keyOf, rowOf, shaOf, vectorOf } from '../store/children/rows.ts';

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

const WORDS = ['get', 'set', 'value', 'map', 'list'];
const row = (n: number, changes: Partial<ChunkRow> = {}): ChunkRow =>
  rowOf(n, {
    blobSha: shaOf(`blob ${n >> 1}`),
    startByte: 300 * (n % 2),
    endByte: 300 * (n % 2) + 200,
    searchText: `${WORDS[n % 5]} ${WORDS[(n >> 2) % 5]} ${'of '.repeat(n % 4)}w${n % 11}`,
    vector: n % 3 === 0 ? vectorOf(`v${n % 17}`) : roundVector(vectorOf(`v${n % 17}`)),
    ...changes,
  });
const rows = (from: number, to: number, changes: Partial<ChunkRow> = {}): ChunkRow[] =>
  Array.from({ length: to - from }, (_, at) => row(from + at, changes));

interface Writing {
  store: ChunkStore;
  search: SearchFileWriter;
}

async function append({ store, search }: Writing, some: readonly ChunkRow[]): Promise<void> {
  await store.append(some);
  await search.add(some);
}

const STEPS: [name: string, step: (writing: Writing) => Promise<unknown>][] = [
  ['nothing', async () => undefined],
  ['rows that come', (writing) => append(writing, rows(240, 280))],
  ['one blob', (writing) => append(writing, rows(280, 282))],
  ['rows that go', ({ store }) => store.remove([row(10), row(200), row(281)].map(keyOf))],
  [
    'rows that are replaced',
    async ({ store, search }) => {
      const next = rows(20, 30, { contentHash: shaOf('other').slice(0, 32), searchText: 'other map w3' });
      await store.replace(next);
      await search.add(next);
    },
  ],
  [
    'rows that are replaced by more and by fewer',
    async ({ store, search }) => {
      const next = [...rows(30, 32), row(400, { blobSha: row(30).blobSha }), row(33)];
      await store.replace(next);
      await search.add(next);
    },
  ],
  [
    'more, in several commits',
    async (writing) => {
      for (const from of [282, 290, 300]) await append(writing, rows(from, from + 8));
    },
  ],
  ['rows that are back', (writing) => append(writing, rows(200, 202))],
  ['a part that goes whole', ({ store }) => store.remove(rows(282, 308).map(keyOf))],
  ['a compaction of the table', ({ store }) => store.optimize(0)],
  ['most rows gone', ({ store }) => store.remove(rows(0, 200).map(keyOf))],
  ['a large part', (writing) => append(writing, rows(1000, 1160))],
  ['rows of another language', (writing) => append(writing, rows(40, 60, { language: 'go' }).map(withIdOf('go')))],
  ['all gone', async ({ store }) => store.remove([...(await store.blobKeys()).keys()])],
  ['and some again', (writing) => append(writing, rows(0, 30))],
];

function withIdOf(language: string): (one: ChunkRow) => ChunkRow {
  return (one) => ({ ...one, chunkId: shaOf(`${one.chunkId} ${language}`).slice(0, 16) });
}

async function answersOf(reader: SearchReader) {
  const ranking = { weights: new Map(Object.entries({ get: 1.3, w7: 2.1, map: 0.4, nowhere: 4 })), averageWords: 3.7 };
  const isWanted = ({ blobSha }: { blobSha: string }): boolean => blobSha[0] !== '7';
  const columns = ['symbol', 'references', 'startByte', 'contentHash'] as const;
  const wordsToo = [...columns, 'words'] as const;
  const byId = (a: { chunkId: string }, b: { chunkId: string }): number => (a.chunkId < b.chunkId ? -1 : 1);
  const named = ['chunkId', 'blobSha', 'vector', 'searchText', ...columns] as const;
  const plain = (some: readonly object[]) =>
    some.map((one) => withoutOrder(one as Partial<ChunkRow>)).sort(byId as never);
  const scanned: object[] = [];
  for await (const batch of reader.scan(named)) scanned.push(...batch);
  return {
    keys: new Map([...(await reader.blobKeys())].sort()),
    words: (await reader.bestByWords(ranking, isWanted, 50, wordsToo)).map(withPlainWords),
    own: plain(await reader.rowsWithTerms(['get', 'map', 'w3'], 5000, columns)),
    vector: await reader.bestByVector(vectorOf('v3'), isWanted, 60, columns),
    byChunk: plain(await reader.rows({ chunkIds: rows(0, 410).map(({ chunkId }) => chunkId) }, named)),
    byBlob: plain(await reader.rows({ blobs: rows(0, 1160).map(keyOf) }, named)),
    scanned: plain(scanned),
  };
}

const COMPARED = [
  'chunkId',
  'blobSha',
  'language',
  'vector',
  'searchText',
  'symbol',
  'references',
  'startByte',
  'contentHash',
  'score',
];

/** Columns that were not asked for may be there, and the words have no order. */
function withoutOrder(one: Partial<ChunkRow>): object {
  const { searchText, ...rest } = one;
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => COMPARED.includes(name)));
  return searchText === undefined ? kept : { ...kept, searchText: searchText.split(' ').sort() };
}

function withPlainWords<T extends { words: { hash: number; length: number; distinct(): ReadonlySet<string> } }>(
  one: T,
) {
  const { hash, length } = one.words;
  return { ...one, words: { hash, length, distinct: [...one.words.distinct()].sort() } };
}

async function run(dir: string, store: ChunkStore, step: (writing: Writing) => Promise<unknown>): Promise<void> {
  const search = await SearchFileWriter.begin(dir, store);
  await step({ store, search });
  await search.finish(store);
}

async function open(): Promise<{ dir: string; store: ChunkStore }> {
  const dir = tempDir();
  const store = await openStore(dir, DIMENSIONS, 'write');
  closes.push(() => store.close());
  await run(dir, store, (writing) => append(writing, rows(0, 240)));
  return { dir, store };
}

async function searchIn(dir: string): Promise<SearchReader> {
  const found = await openSearchFile(dir, DIMENSIONS);
  closes.push(() => found.close());
  return found;
}

async function expectAsFresh(dir: string, store: ChunkStore, name: string): Promise<void> {
  const grown = await answersOf(await searchIn(dir));
  expect(grown, name).toEqual(await answersOf(await readIntoMemory(store, DIMENSIONS)));
  const fresh = tempDir();
  await run(fresh, store, async () => undefined);
  expect(grown, name).toEqual(await answersOf(await searchIn(fresh)));
}

describe('a search file', () => {
  it('takes in what has come and leaves out what has gone', async () => {
    const { dir, store } = await open();
    const looked = new Set(shareOf(STEPS, 6, 2));
    for (const each of STEPS) {
      const [name, step] = each;
      await run(dir, store, step);
      if (looked.has(each)) await expectAsFresh(dir, store, name);
      const { segments, version } = (await readSegmentList(dir))!;
      expect(version, name).toBe(await store.version());
      expect(segments.length, name).toBeLessThan(8);
    }
  });

  it.each(shareOf(STEPS, 8, 1))(
    'is made good by the next run where the table was written to without it: %s',
    async (_, step) => {
      const { dir, store } = await open();
      const nobody = { add: async () => undefined } as unknown as SearchFileWriter;
      await step({ store, search: nobody });
      await run(dir, store, async () => undefined);
      await expectAsFresh(dir, store, 'after a run of nothing');
      await step({ store, search: nobody });
      await run(dir, store, (writing) => append(writing, rows(900, 904)));
      await expectAsFresh(dir, store, 'with rows of its own');
    },
  );

  quick.it('is not written where nothing changed', async () => {
    const { dir, store } = await open();
    const before = filesOf(dir);
    await run(dir, store, async () => undefined);
    expect(filesOf(dir)).toEqual(before);
  });

  slow.it('stays small: each row is written a few times, and few segments are read', async () => {
    const dir = tempDir();
    const store = await openStore(dir, DIMENSIONS, 'write');
    closes.push(() => store.close());
    const written = new Map<string, number>();
    for (let at = 0; at < 64; at++) {
      await run(dir, store, (writing) => append(writing, rows(2 * at, 2 * at + 2)));
      const { segments } = (await readSegmentList(dir))!;
      for (const { name, rows: count } of segments) written.set(name, count);
      expect(segments.length).toBeLessThan(8);
    }
    const total = [...written.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeLessThan(128 * 5);
    await expectAsFresh(dir, store, 'after 64 runs');
  });

  quick.it(
    'keeps the rows of kept views apart from those of none, and writes nothing where another of these views is built',
    async () => {
      const { dir, store } = await open();
      const blobsOf = (to: number) => new Set(rows(0, to).map(keyOf));
      const kept = blobsOf(120);
      const build = async (to: number) => {
        const search = await SearchFileWriter.begin(dir, store);
        await search.finish(store, { viewed: { now: blobsOf(to), kept: async () => kept } });
        const { segments } = (await readSegmentList(dir))!;
        return segments;
      };
      const segments = await build(120);
      expect(segments.map((one) => one.rows)).toEqual([120, 120]);
      const viewed: number[] = [];
      for (const listed of segments) {
        const segment = await openSegment(dir, listed, DIMENSIONS);
        await segment.prepare();
        viewed.push(
          Array.from({ length: listed.blobs }, (_, at) => segment.blobKey(at)).filter((key) => kept.has(key)).length,
        );
        segment.close();
      }
      expect(viewed.sort((a, b) => a - b)).toEqual([0, 60]);
      await expectAsFresh(dir, store, 'apart');
      expect(await build(40)).toEqual(segments);
      await run(dir, store, (writing) => append(writing, rows(240, 250)));
      await expectAsFresh(dir, store, 'and together again');
    },
  );

  quick.it('of the same rows, made in the same order, is the same bytes', async () => {
    const [one, other] = [await open(), await open()];
    expect((await readSegmentList(one.dir))!.segments).toEqual((await readSegmentList(other.dir))!.segments);
    for (const { dir, store } of [one, other]) for (const [, step] of STEPS.slice(1, 8)) await run(dir, store, step);
    expect((await readSegmentList(one.dir))!.segments).toEqual((await readSegmentList(other.dir))!.segments);
  });

  quick.it('keeps files that a reader of the list before may open, and removes them an hour later', async () => {
    const { dir, store } = await open();
    const before = (await readSegmentList(dir))!.segments.map(({ name }) => name);
    await run(dir, store, () => store.remove(rows(0, 160).map(keyOf)));
    const after = (await readSegmentList(dir))!.segments.map(({ name }) => name);
    expect(after).not.toEqual(before);
    const namesIn = () => readdirSync(searchFolder(dir)).filter((name) => name.endsWith('.segment'));
    expect(namesIn().sort()).toEqual([...before, ...after].map((name) => `${name}.segment`).sort());
    const earlier = Date.now() / 1000 - 3601;
    for (const name of before) utimesSync(join(searchFolder(dir), `${name}.segment`), earlier, earlier);
    await run(dir, store, (writing) => append(writing, rows(800, 802)));
    expect(namesIn().some((name) => before.includes(name.slice(0, 32)))).toBe(false);
    await expectAsFresh(dir, store, 'after that');
  });
});

function filesOf(dir: string): string[] {
  return readdirSync(searchFolder(dir)).sort();
}
