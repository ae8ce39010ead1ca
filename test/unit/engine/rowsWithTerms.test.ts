/** Full-text search: terms are matched whole and are never a query language. */

import { describe, expect, it } from 'vitest';
import type { SegmentRows } from '../../../src/engine/segmentRows.ts';
import { rowsInSegments } from '../../helpers/segments.ts';
import { DIMENSIONS, keyOf, rowOf } from '../../integration/store/children/rows.ts';

let found: SegmentRows;

/** @param sizes of the segments, of which the last has the rest */
async function searchOf(texts: readonly string[], sizes: readonly number[]): Promise<void> {
  const rows = texts.map((searchText, i) => rowOf(i, { searchText }));
  const groups = sizes.map((size) => rows.splice(0, size));
  found = await rowsInSegments(
    [...groups, rows].filter((group) => group.length > 0),
    DIMENSIONS,
  );
}

/** Positions of the texts that were found. */
async function find(terms: readonly string[], limit = 100): Promise<number[]> {
  const ids = (await found.rowsWithTerms(terms, limit)).map(({ chunkId }) => chunkId);
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
  ['one segment', []],
  ['a segment for each row', TEXTS.map(() => 1)],
  ['two segments', [5]],
])('words found in %s', (_, sizes) => {
  it('are whole terms, neither folded nor stemmed nor stopped', async () => {
    await searchOf(TEXTS, sizes);
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
    await searchOf(TEXTS, sizes);
    expect(await find(['http', 'def:日本', 'nothing'])).toEqual([0, 3, 9]);
  });

  it('are not parsed as a query language', async () => {
    await searchOf(TEXTS, sizes);
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
    await searchOf(TEXTS, sizes);
    expect(await find([])).toEqual([]);
    expect(await find([''])).toEqual([]);
    expect(await find(['http server'])).toEqual([]);
    expect(await find(['server\nupper', '\t'])).toEqual([]);
    expect(await find(['http'], 0)).toEqual([]);
    expect(await find(['\ud800', '\u0000'])).toEqual([]);
    expect(await find(['z'.repeat(100_000), 'upper'])).toEqual([1]);
  });

  it('take thousands of terms', async () => {
    await searchOf(TEXTS, sizes);
    expect(await find([...Array.from({ length: 5000 }, (__, i) => `none${i}`), 'upper'])).toEqual([1]);
  });
});

describe('rowsWithTerms', () => {
  it('keeps to the limit', async () => {
    await searchOf(
      Array.from({ length: 50 }, (_, i) => `common ${'rare '.repeat(i % 7)}filler${i}`.trim()),
      [30],
    );
    const some = await found.rowsWithTerms(['rare', 'common'], 10);
    expect(new Set(some.map(({ chunkId }) => chunkId)).size).toBe(10);
  });

  it('loses no rows of one segment behind those of another', async () => {
    const texts = [...Array.from({ length: 40 }, () => 'word filler'), 'word word once'];
    for (const sizes of [[40], [1, 39]]) {
      await searchOf(texts, sizes);
      const some = await found.rowsWithTerms(['word'], 5);
      expect(some.map(({ chunkId }) => chunkId)).toContain(rowOf(40).chunkId);
      expect(new Set(some.map(({ chunkId }) => chunkId)).size).toBe(some.length);
    }
  });

  it('finds no rows of blobs that are not wanted, whatever the limit', async () => {
    const rows = Array.from({ length: 30 }, (_, at) => rowOf(at, { searchText: 'word' }));
    found = await rowsInSegments([rows.slice(0, 10), rows.slice(10)], DIMENSIONS);
    const isWanted = ({ blobSha }: { blobSha: string }): boolean => blobSha === rows[29]!.blobSha;
    const some = await found.rowsWithTerms(['word'], 2, [], isWanted);
    expect(some.map(({ chunkId }) => chunkId)).toEqual([rows[29]!.chunkId]);
  });

  it('finds no rows that have gone', async () => {
    const rows = ['old word', 'kept word', 'new word'].map((searchText, i) => rowOf(i, { searchText }));
    found = await rowsInSegments([rows.slice(0, 2), rows.slice(2)], DIMENSIONS, new Set([keyOf(rows[0]!)]));
    expect(await find(['word'])).toEqual([1, 2]);
    expect(await find(['old'])).toEqual([]);
  });

  it('finds the words of any values as they are, and no others', async () => {
    const odd = [
      "'",
      "\\'",
      '%',
      '_',
      '*',
      '`',
      '\u202e',
      '日本語',
      '😀',
      '\ufeff',
      '/*',
      '$1',
      '{{x}}',
      "E'\\x27'",
      'ſ',
      '\u212a',
    ];
    await searchOf([...odd, ...odd.map((value, at) => `word${at} x${value}`)], [20]);
    for (const [at, value] of odd.entries()) expect(await find([value]), value).toEqual([at]);
    expect(await find(["' OR 1=1 --", 'NULL', 'true', "''", 'k', 's'])).toEqual([]);
  });
});
