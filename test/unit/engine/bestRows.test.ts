/**
 * The best rows by words and by vector are a function of the rows and the question, equal to the last digit to what a look at every row
 * gives: in one segment or many, in any order, beside rows that have gone, replaced, joined, and beside rows of nobody's segment.
 */

import { describe, expect, it, vi } from 'vitest';
import type { BlobKey, ChunkRow } from '../../../src/base/types.ts';
import { roundVector } from '../../../src/engine/byteVectors.ts';
import { dotProduct, scoreRow } from '../../../src/engine/rankRows.ts';
import type { Candidate, IsWanted, WordRanking } from '../../../src/engine/rowReader.ts';
import { SegmentRows } from '../../../src/engine/segmentRows.ts';
import fc from '../../helpers/fastCheck.ts';
import { byBlob, openBytes, rowsInSegments, segmentOf } from '../../helpers/segments.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { ROW_COLUMNS } from '../../integration/engine/children/anyRows.ts';
import { all, DIMENSIONS, keyOf, rowOf, shaOf, vectorOf } from '../../integration/store/children/rows.ts';

/** Makes a vector of multiples of the step for even seeds, and one without for odd seeds. */
function someVector(seed: number): Float32Array {
  const vector = vectorOf(`v${seed}`);
  return seed % 2 === 0 ? roundVector(vector) : vector;
}

/** 1500 rows of six texts and five vectors: whatever the limit, it cuts through hundreds of equals. */
const TEXTS = ['get value', 'get value of map', 'get get', 'set value', 'put the value of a map', 'nothing here'];
const ROWS = Array.from({ length: 1500 }, (_, i) =>
  rowOf(i, {
    searchText: `${TEXTS[i % TEXTS.length]} w${i % 7}`,
    vector: someVector(i % 5),
    blobSha: shaOf(`blob ${i % 300}`),
  }),
);
const OTHERS = Array.from({ length: 900 }, (_, i) =>
  rowOf(`other ${i}`, { searchText: 'get map map get value', vector: someVector(1), language: 'go' }),
);
/** Rows that some of the blobs had before. */
const OLD = ROWS.filter((_, i) => i % 300 < 40).map((row) => ({
  ...row,
  searchText: 'get get map',
  vector: someVector(0),
}));

const RANKINGS: WordRanking[] = [
  { weights: new Map([['get', 1.1]]), averageWords: 3 },
  { weights: new Map(Object.entries({ get: 1.1, map: 2.3, w3: 1.9, nowhere: 7 })), averageWords: 4.1 },
  { weights: new Map(Object.entries({ nowhere: 7 })), averageWords: 4.1 },
];
const isOurs: IsWanted = ({ language }) => language === 'typescript';

type Scored = [chunkId: string, score: number];

function bestOf(
  rows: readonly ChunkRow[],
  isWanted: IsWanted,
  limit: number,
  score: (row: ChunkRow) => number,
): Scored[] {
  return rows
    .filter((row) => isWanted(row))
    .map((row): Scored => [row.chunkId, score(row)])
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limit);
}

function byWords(rows: readonly ChunkRow[], ranking: WordRanking, isWanted: IsWanted, limit: number): Scored[] {
  const some = rows.filter(({ searchText }) => scoreRow(searchText, ranking) > 0);
  return bestOf(some, isWanted, limit, ({ searchText }) => scoreRow(searchText, ranking));
}

function byVector(rows: readonly ChunkRow[], query: Float32Array, isWanted: IsWanted, limit: number): Scored[] {
  return bestOf(rows, isWanted, limit, ({ vector }) => dotProduct(query, vector, 0));
}

const [expected, near] = [
  remembered((ranking: WordRanking) => byWords(ROWS, ranking, isOurs, ROWS.length)),
  remembered((seed: number) => byVector(ROWS, someVector(seed), isOurs, ROWS.length)),
];

function remembered<K>(make: (key: K) => Scored[]): (key: K) => Scored[] {
  const known = new Map<K, Scored[]>();
  return (key) => {
    const made = known.get(key) ?? make(key);
    known.set(key, made);
    return made;
  };
}

const scoreOf = ({ chunkId, score }: Candidate): Scored => [chunkId, score];

const cut = (rows: readonly ChunkRow[], blobs: number): ChunkRow[][] => {
  const all = [...byBlob(rows).values()];
  const parts: ChunkRow[][] = [];
  for (let at = 0; at < all.length; at += blobs) parts.push(all.slice(at, at + blobs).flat());
  return parts;
};

async function joined(rows: SegmentRows): Promise<SegmentRows> {
  return SegmentRows.of(await openBytes(segmentOf(await all(rows.scan([...ROW_COLUMNS, 'words'])), DIMENSIONS)));
}

const gone = new Set<BlobKey>(OTHERS.slice(0, 300).map(keyOf));

const CASES: [string, () => Promise<SegmentRows>][] = [
  ['in one segment', () => rowsInSegments([ROWS], DIMENSIONS)],
  ['in one segment, in another order', () => rowsInSegments([[...ROWS].reverse()], DIMENSIONS)],
  ['in thirty segments', () => rowsInSegments(cut(ROWS, 10), DIMENSIONS)],
  [
    'in a few, beside others of which some have gone',
    () => rowsInSegments([...cut(OTHERS, 700), ...cut(ROWS, 128)], DIMENSIONS, gone),
  ],
  ['that are in the place of others', () => rowsInSegments([...cut(OLD, 25), ...cut(ROWS, 90)], DIMENSIONS)],
  [
    'joined of several',
    async () => joined(await rowsInSegments([OLD, ...cut(OTHERS, 500), ...cut(ROWS, 60)], DIMENSIONS, gone)),
  ],
];

quick.describe.each(CASES)('the best rows, %s', (_, spread) => {
  quick.it('are those that a look at every row finds, also where the limit cuts through equals', async () => {
    const rows = await spread();
    for (const isKept of [false, true]) {
      if (isKept) rows.keepInMemory();
      for (const ranking of RANKINGS) {
        for (const limit of [1, 40, 700]) {
          const found = await rows.bestByWords(ranking, isOurs, limit, ['kind', 'searchText']);
          expect(found.map(scoreOf)).toEqual(expected(ranking).slice(0, limit));
          for (const row of found)
            expect(row).toMatchObject({ kind: 'function', searchText: expect.stringMatching(/\bw\d/) });
        }
      }
      for (const seed of [0, 1, 2, 9]) {
        for (const limit of [1, 250]) {
          const query = someVector(seed);
          const found = await rows.bestByVector(query, isOurs, limit, ['vector']);
          expect(found.map(scoreOf)).toEqual(near(seed).slice(0, limit));
          for (const { vector, score } of found) expect(dotProduct(query, vector, 0)).toBe(score);
        }
      }
    }
  });
});

const words = fc.array(fc.constantFrom('get', 'set', 'map', 'def:get', '語', 'of'), { minLength: 1, maxLength: 9 });
const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => Float32Array.from(values, (value) => value + 0));

const question = fc.record({
  weights: fc.uniqueArray(fc.constantFrom('get', 'set', '語', 'nowhere', 'def:get'), { minLength: 1 }),
  averageWords: fc.double({ min: 0.5, max: 20, noNaN: true }),
  query: vector,
  limit: fc.nat(30),
  digits: fc.constantFrom('0123456789abcdef', '0123456', '89abcde', 'f'),
});

const spreads = fc.array(
  fc.record({
    blob: fc.nat(15),
    segment: fc.nat(4),
    isGone: fc.boolean(),
    isBeside: fc.boolean(),
    rows: fc.array(fc.record({ words, vector: fc.oneof(vector, vector.map(roundVector)) }), { maxLength: 4 }),
  }),
  { maxLength: 25 },
);

it('the best rows are so for any rows, spread in any way', async () => {
  await fc.assert(
    fc.asyncProperty(spreads, question, async (given, { weights, averageWords, query, limit, digits }) => {
      const groups: ChunkRow[][] = Array.from({ length: 5 }, () => []);
      const dead = new Set<BlobKey>();
      const living = new Map<BlobKey, { rows: ChunkRow[]; segment: number }>();
      const beside: ChunkRow[] = [];
      let next = 0;
      for (const { blob, segment, isGone, isBeside, rows } of given) {
        const own = rows.map((row) =>
          rowOf(next++, { blobSha: shaOf(blob), searchText: row.words.join(' '), vector: row.vector }),
        );
        const key = keyOf(rowOf(0, { blobSha: shaOf(blob) }));
        if (isBeside) beside.push(...own.map((row) => ({ ...row, blobSha: shaOf(`beside ${blob}`) })));
        else if (own.length > 0 && (living.get(key)?.segment ?? -1) < segment) {
          groups[segment]!.push(...own);
          living.set(key, { rows: own, segment });
          if (isGone) dead.add(key);
        }
      }
      const expected = [...living].flatMap(([key, { rows }]) => (dead.has(key) ? [] : rows)).concat(beside);
      const ranking = { weights: new Map(weights.map((term, at) => [term, 0.3 + at / 7])), averageWords };
      const isWanted: IsWanted = ({ blobSha }) => digits.includes(blobSha[0]!);
      const filled = groups.filter((rows) => rows.length > 0);
      const spread = await rowsInSegments(filled, DIMENSIONS, dead);
      for (const rows of [spread, await joined(spread)]) {
        const found = await rows.bestByWords(ranking, isWanted, limit, [], beside);
        expect(found.map(scoreOf)).toEqual(byWords(expected, ranking, isWanted, limit));
        const near = await rows.bestByVector(query, isWanted, limit, [], beside);
        const isZero = query.every((value) => value === 0);
        expect(near.map(scoreOf)).toEqual(isZero ? [] : byVector(expected, query, isWanted, limit));
      }
    }),
  );
});

quick.describe('bestByVector', () => {
  quick.it('gives the cosine, best first, and 0 for a zero vector', async () => {
    const zero = rowOf('zero', { vector: new Float32Array(DIMENSIONS) });
    const rows = [...Array.from({ length: 20 }, (_, i) => rowOf(i)), zero];
    const found = await rowsInSegments([rows], DIMENSIONS);
    const near = await found.bestByVector(vectorOf(7), () => true, 100);
    expect(near).toHaveLength(21);
    expect(near[0]).toMatchObject({ chunkId: rowOf(7).chunkId, blobSha: rowOf(7).blobSha, language: 'typescript' });
    for (const { chunkId, score } of near) {
      const row = rows.find((candidate) => candidate.chunkId === chunkId)!;
      const cosine = row.vector.reduce((sum, x, i) => sum + x * vectorOf(7)[i]!, 0);
      expect(score).toBeCloseTo(cosine, 3);
    }
    expect(near.find(({ chunkId }) => chunkId === zero.chunkId)?.score).toBe(0);
    expect(await found.bestByVector(vectorOf(7), () => true, 2)).toHaveLength(2);
    expect(await found.bestByVector(new Float32Array(DIMENSIONS), () => true, 5)).toEqual([]);
    expect(await found.bestByVector(vectorOf(7), () => true, 0)).toEqual([]);
  });

  quick.it('refuses vectors of another embedder', async () => {
    const found = await rowsInSegments([[rowOf(1)]], DIMENSIONS);
    await expect(found.bestByVector(vectorOf(1, 4), () => true, 5)).rejects.toMatchObject({
      code: 'EMBEDDER_MISMATCH',
    });
  });

  quick.it('answers from no rows', async () => {
    const none = await rowsInSegments([], DIMENSIONS);
    expect(await none.bestByVector(vectorOf(1), () => true, 5)).toEqual([]);
    expect(await none.rowsWithTerms(['a'], 5)).toEqual([]);
    expect(await none.blobKeys()).toEqual(new Map());
    expect(none.counts()).toEqual({ rows: 0, segments: 0 });
  });
});

describe('rows', () => {
  quick.it('are found by id, by content and by blob, each once, wherever they are', async () => {
    const rows = await rowsInSegments([...cut(OLD, 7), ...cut(ROWS, 50)], DIMENSIONS);
    const some = ROWS.slice(10, 40);
    const ids = some.map(({ chunkId }) => chunkId);
    const found = await rows.rows({ chunkIds: [...ids, ...ids, 'feed'] }, ['chunkId', 'searchText', 'text']);
    expect(found.map(({ chunkId }) => chunkId).sort()).toEqual([...ids].sort());
    const [first] = await rows.rows({ chunkIds: [ROWS[0]!.chunkId] }, ROW_COLUMNS);
    expect(first!.searchText.split(' ').sort()).toEqual(ROWS[0]!.searchText.split(' ').sort());
    expect({ ...first!, searchText: '' }).toEqual({ ...ROWS[0]!, searchText: '' });
    const contentHashes = some.map(({ contentHash }) => contentHash);
    const byContent = await rows.rows({ contentHashes }, ['chunkId']);
    expect(byContent.map(({ chunkId }) => chunkId).sort()).toEqual([...ids].sort());
    const ofBlob = await rows.rows({ blobs: [keyOf(ROWS[3]!), keyOf(OTHERS[0]!), keyOf(ROWS[3]!)] }, ['chunkId']);
    const own = ROWS.filter((row) => keyOf(row) === keyOf(ROWS[3]!));
    expect(ofBlob.map(({ chunkId }) => chunkId).sort()).toEqual(own.map(({ chunkId }) => chunkId).sort());
    expect(rows.counts().rows).toBe(ROWS.length);
    expect(await rows.blobKeys()).toEqual(new Map([...byBlob(ROWS)].map(([key, { length }]) => [key, length])));
  });

  slow.it('come in any number', async () => {
    const row = rowOf(0, {
      searchText: '',
      text: '',
      doc: '',
      vector: new Float32Array(),
      defines: [],
      references: [],
    });
    const many = Array.from({ length: 130_000 }, () => row);
    const rows = await rowsInSegments([many], 0);
    expect(await rows.rows({ blobs: [keyOf(row)] }, ['language'])).toHaveLength(many.length);
  });
});

it('of a process that stays are found without new memory for each question', async () => {
  const rows = await rowsInSegments([ROWS], DIMENSIONS);
  await rows.bestByVector(someVector(0), isOurs, 5);
  const made = vi.fn();
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      super(descriptor);
      made();
    }
  };
  try {
    for (let seed = 0; seed < 5; seed++) await rows.bestByVector(someVector(seed), isOurs, 5);
  } finally {
    WebAssembly.Memory = Memory;
  }
  expect(made).not.toHaveBeenCalled();
});
