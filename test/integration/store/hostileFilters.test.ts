/**
 * Values of a repository in LanceDB's SQL: any string selects the rows that hold it and no others, in a real table.
 *
 *   CORA_FUZZ_RUNS=100000 npx vitest run --project shared test/integration/store/hostileFilters.test.ts --testTimeout 36000000
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobKey, ChunkRow } from '../../../src/base/types.ts';
import type { RowSelection } from '../../../src/engine/rowReader.ts';
import { type ChunkStore, openStore } from '../../../src/store/openStore.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzzAsync } from '../../helpers/fuzz.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { DIMENSIONS, rowOf } from './children/rows.ts';

const ODD = [
  "' OR 1=1 --",
  "'; DROP TABLE chunks; --",
  "x') OR (true",
  "x', 'y",
  "\\' OR true --",
  "''",
  "'",
  '"',
  '`',
  '%',
  '_',
  '*',
  'NULL',
  'true',
  '',
  ' ',
  'a\nb',
  'a\rb',
  'a\tb',
  'a\\nb',
  '\u0001',
  '\u202e',
  '日本語 😀',
  '\ufeff',
  '/* */',
  '-- ',
  '$1',
  '?',
  ':name',
  '{{x}}',
  "E'\\x27'",
  "U&'\\0027'",
  'ſ',
  'K',
  'e\u0301',
  'é',
];
const ROWS: ChunkRow[] = ODD.map((value, at) =>
  rowOf(at, {
    chunkId: `id${value}`,
    blobSha: `sha${value}`,
    language: `lang${value}`,
    symbol: value,
    contentHash: `hash${value}`,
    searchText: `word${at}`,
  }),
);
let store: ChunkStore;

beforeAll(async () => {
  store = await openStore(tempDir(), DIMENSIONS, 'write');
  await store.append(ROWS);
});
afterAll(() => store.close());

const ids = (rows: readonly { chunkId: string }[]): string[] => rows.map(({ chunkId }) => chunkId).sort();
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
  fc.tuple(fc.constantFrom(...ODD), fc.constantFrom(...ODD)).map((both) => both.join('')),
);
const values = fc.array(value, { maxLength: 5 });

describe('any values', () => {
  it('choose by id, by content and by blob the rows that hold them', async () => {
    await fuzzAsync(
      fc.asyncProperty(values, fc.constantFrom('chunkIds', 'contentHashes', 'blobs'), async (given, by) => {
        const wanted = ids(ROWS.filter(({ symbol }) => given.includes(symbol)));
        const selection: RowSelection =
          by === 'chunkIds'
            ? { chunkIds: given.map((one) => `id${one}`) }
            : by === 'contentHashes'
              ? { contentHashes: given.map((one) => `hash${one}`) }
              : { blobs: given.map((one) => `sha${one.replaceAll(':', '')}:lang${one}` as BlobKey) };
        const expected = by === 'blobs' ? wanted.filter((id) => !id.includes(':')) : wanted;
        expect(ids(await store.rows(selection, ['chunkId']))).toEqual(expected);
      }),
      300,
    );
  });

  it('remove nothing else', async () => {
    await store.remove(["sha' OR 1=1 --:x' OR 1=1 --", "' OR '1'='1:' OR '1'='1", 'sha%:lang%x', '_:_']);
    expect(ids(await store.rows({ chunkIds: ROWS.map(({ chunkId }) => chunkId) }, ['chunkId']))).toEqual(ids(ROWS));
  });
});
