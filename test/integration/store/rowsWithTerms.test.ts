/** Full-text search: terms are matched whole and are never a query language. */

import { afterEach, describe, expect, it } from 'vitest';
import { type ChunkStore, openStore } from '../../../src/store/openStore.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, rowOf } from './children/rows.ts';

let store: ChunkStore;

afterEach(() => store.close());

async function storeOf(texts: readonly string[], indexed: number): Promise<void> {
  store = await openStore(tempDir(), DIMENSIONS, 'write');
  const rows = texts.map((searchText, i) => rowOf(i, { searchText }));
  await store.append(rows.slice(0, indexed));
  if (indexed > 0) await store.optimize(0);
  await store.append(rows.slice(indexed));
}

/** Positions of the texts that were found. */
async function find(terms: readonly string[], limit = 100): Promise<number[]> {
  const ids = (await store.rowsWithTerms(terms, limit)).map(({ chunkId }) => chunkId);
  return Array.from({ length: 100 }, (_, i) => i).filter((i) => ids.includes(rowOf(i).chunkId));
}

const LONG = '語'.repeat(64);

const TEXTS = [
  'http server 2 httpserver2 def:httpserver2 ref:get',
  'HTTP upper',
  'running runs the a of',
  '日本 日本語 def:日本',
  'café cafe\u0301',
  '"quoted" +plus -minus a*b a? ~x AND OR NOT (paren) field:value ^2 \\ [a TO b] \' %',
  `${LONG} def:${LONG}`,
  'no\u00a0break ideographic\u3000space',
  '',
  'http http http',
];

describe.each([
  ['by the index', TEXTS.length],
  ['without an index', 0],
  ['partly by the index', 5],
])('words found %s', (_, indexed) => {
  it('are whole terms, neither folded nor stemmed nor stopped', async () => {
    await storeOf(TEXTS, indexed);
    expect(await find(['http'])).toEqual([0, 9]);
    expect(await find(['HTTP'])).toEqual([1]);
    expect(await find(['httpserver2'])).toEqual([0]);
    expect(await find(['def:httpserver2'])).toEqual([0]);
    expect(await find(['def:httpserver'])).toEqual([]);
    expect(await find(['httpserve'])).toEqual([]);
    expect(await find(['run'])).toEqual([]);
    expect(await find(['the'])).toEqual([2]);
    expect(await find(['a'])).toEqual([2]);
    expect(await find(['日本'])).toEqual([3]);
    expect(await find(['def:日本'])).toEqual([3]);
    expect(await find(['日'])).toEqual([]);
    expect(await find(['cafe'])).toEqual([]);
    expect(await find(['café'])).toEqual([4]);
    expect(await find([`def:${LONG}`])).toEqual([6]);
    expect(await find(['no\u00a0break'])).toEqual([7]);
  });

  it('are any of the terms', async () => {
    await storeOf(TEXTS, indexed);
    expect(await find(['http', 'def:日本', 'nothing'])).toEqual([0, 3, 9]);
  });

  it('are not parsed as a query language', async () => {
    await storeOf(TEXTS, indexed);
    for (const term of [
      '"quoted"',
      '+plus',
      '-minus',
      'a*b',
      'a?',
      '~x',
      'AND',
      'OR',
      '(paren)',
      'field:value',
      '^2',
    ]) {
      expect(await find([term]), term).toEqual([5]);
    }
    for (const term of ['\\', '[a', "'", '%', 'NOT']) expect(await find([term]), term).toEqual([5]);
    for (const term of [
      'http*',
      '*',
      'htt?',
      '"http"',
      '+http',
      '-http',
      'http~1',
      'searchText:http',
      'http^2',
      '"',
      '(',
    ]) {
      expect(await find([term]), term).toEqual([]);
    }
    expect(await find(['http', 'AND', 'upper'])).toEqual([0, 1, 5, 9]);
  });

  it('are nothing for no term, and terms that cannot be in a text match nothing', async () => {
    await storeOf(TEXTS, indexed);
    expect(await find([])).toEqual([]);
    expect(await find([''])).toEqual([]);
    expect(await find(['http server'])).toEqual([]);
    expect(await find(['server\nupper', '\t'])).toEqual([]);
    expect(await find(['http'], 0)).toEqual([]);
    expect(await find(['\ud800', '\u0000'])).toEqual([]);
    expect(await find(['z'.repeat(100_000), 'upper'])).toEqual([1]);
  });

  it('take thousands of terms', async () => {
    await storeOf(TEXTS, indexed);
    expect(await find([...Array.from({ length: 5000 }, (__, i) => `none${i}`), 'upper'])).toEqual([1]);
  });
});

describe('rowsWithTerms', () => {
  it('keeps to the limit', async () => {
    await storeOf(
      Array.from({ length: 50 }, (_, i) => `common ${'rare '.repeat(i % 7)}filler${i}`.trim()),
      50,
    );
    const found = await store.rowsWithTerms(['rare', 'common'], 10);
    expect(new Set(found.map(({ chunkId }) => chunkId)).size).toBe(10);
  });

  it('does not lose rows that the index does not cover behind those that it does', async () => {
    await storeOf([...Array.from({ length: 40 }, () => 'word word word'), 'word once'], 40);
    const found = await store.rowsWithTerms(['word'], 5);
    expect(found.map(({ chunkId }) => chunkId)).toContain(rowOf(40).chunkId);
    expect(new Set(found.map(({ chunkId }) => chunkId)).size).toBe(found.length);
  });

  it('forgets removed rows and sees new ones at once', async () => {
    await storeOf(['old word', 'kept word'], 2);
    await store.remove([`${rowOf(0).blobSha}:typescript`]);
    expect(await find(['word'])).toEqual([1]);
    await store.append([rowOf(2, { searchText: 'new word' })]);
    expect(await find(['word'])).toEqual([1, 2]);
    await store.remove([`${rowOf(2).blobSha}:typescript`]);
    expect(await find(['word'])).toEqual([1]);
  });
});
