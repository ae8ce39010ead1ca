import { expect, it } from 'vitest';
import { chunkIdOf, contentHashOf, embedTextOf, rowKeyOf } from '../../../src/base/identity.ts';
import type { ChunkRow } from '../../../src/base/types.ts';
import { searchTextOf } from '../../../src/base/words.ts';
import { SegmentBuilder } from '../../../src/engine/segmentBuilder.ts';
import { SegmentRows } from '../../../src/engine/segmentRows.ts';
import { decodePart, decodeView, encodeView } from '../../../src/store/viewFile.ts';
import { countBlobs, statisticsOfSegment } from '../../../src/view/segmentStatistics.ts';
import { type CountedRow, hashOfTerm, ViewStatistics } from '../../../src/view/statistics.ts';
import fc from '../../helpers/fastCheck.ts';
import { byBlob, openBytes, segmentOf } from '../../helpers/segments.ts';
import { DIMENSIONS as ROW_DIMENSIONS, rowOf as rowAt, shaOf } from '../../integration/store/children/rows.ts';

const DIMENSIONS = 4;
const rowOf = fc
  .record({
    id: fc.nat(1e9),
    words: fc.array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'def:alpha', 'größe'), { maxLength: 12 }),
    vector: fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS }),
  })
  .map(
    ({ id, words, vector }): CountedRow => ({
      chunkId: id.toString(16),
      contentHash: `h${id}`,
      searchText: words.join(' '),
      tokens: words.length,
      vector: Float32Array.from(vector, (value) => value / 1024),
    }),
  );

function countAll(rows: readonly CountedRow[], dimensions = DIMENSIONS): ViewStatistics {
  const statistics = new ViewStatistics(dimensions);
  for (const row of rows) statistics.add(row);
  return statistics;
}

it('counts by difference what counting from nothing gives', () => {
  fc.assert(
    fc.property(fc.array(rowOf), fc.array(rowOf), fc.array(rowOf), (kept, gone, came) => {
      const moved = new ViewStatistics(countAll([...kept, ...gone]).counts());
      for (const row of gone) moved.remove(row);
      for (const row of came) moved.add(row);
      const fresh = countAll([...came, ...kept]);
      expect(moved.counts()).toEqual(fresh.counts());
      for (const term of ['alpha', 'größe', 'def:alpha', 'never'])
        expect(moved.frequency(term)).toBe(fresh.frequency(term));
    }),
  );
});

it('counts from the words of a segment what counting row by row gives, words that share a hash included', async () => {
  const texts = [
    'alpha beta alpha',
    'größe def:größe',
    '',
    'costarring liquid',
    'liquid beta',
    'declinate',
    'macallums alpha',
  ];
  // They do: so these four are two.
  const alike = new ViewStatistics(ROW_DIMENSIONS);
  alike.add(counted(rowAt(0, { searchText: 'costarring' })));
  expect(alike.frequency('liquid')).toBe(1);
  const rows = texts.map((searchText, at) => rowAt(at, { searchText, tokens: at }));
  const segment = await openBytes(segmentOf(rows, ROW_DIMENSIONS));
  const fresh = new ViewStatistics(ROW_DIMENSIONS);
  for (const row of rows) fresh.add(counted(row));
  const { hashes: _, counts: __, ...totals } = fresh.counts();
  expect((await statisticsOfSegment(totals, segment)).counts()).toEqual(fresh.counts());
  expect(fresh.frequency('liquid')).toBe(2);
});

it.each([
  { with: 'words', packed: [] },
  { with: 'postings alone', packed: ['ids', 'words', 'contentHash'] as const },
])('counts the rows of some blobs of a segment with $with as row by row', async ({ packed }) => {
  const words = [
    'alpha',
    'größe',
    'costarring',
    'liquid',
    'declinate',
    'macallums',
    ...Array.from({ length: 60 }, String),
  ];
  const rows = Array.from({ length: 600 }, (_, at) => {
    const text = at % 9 === 0 ? '' : words.filter((_, word) => (at * 7 + word * word) % 5 < 2).join(' ');
    const made = packed.length === 0 ? { searchText: text, tokens: at } : searchTextOf(text, [], []);
    const place = { startByte: 10 * (at % 3), endByte: 10 * (at % 3) + 9, startLine: 1, endLine: 1 };
    const blobSha = shaOf(`blob ${Math.floor(at / 3)}`);
    const chunkId = chunkIdOf(blobSha, 'typescript', place.startByte, place.endByte);
    const row = rowAt(at, { ...place, ...made, blobSha, chunkId, text, doc: '', defines: [], references: [] });
    return packed.length === 0 ? row : { ...row, contentHash: contentHashOf(embedTextOf(row)) };
  });
  const builder = new SegmentBuilder(ROW_DIMENSIONS, packed);
  for (const blob of byBlob(rows).values()) builder.add(blob);
  const store = await SegmentRows.of(await openBytes(Buffer.concat([...builder.finish()])));
  for (const blobs of [200, 90, 1]) {
    const chosen = rows
      .filter(({ startByte: _ }, at) => Math.floor(at / 3) % Math.floor(200 / blobs) === 0)
      .slice(0, 3 * blobs);
    const fresh = new ViewStatistics(ROW_DIMENSIONS);
    for (const row of chosen) fresh.add(counted(row));
    const keys = [...new Set(chosen.map(rowKeyOf))];
    const { counts, stored } = await countBlobs(store, [...keys, `${shaOf('none')}:typescript`], ROW_DIMENSIONS);
    expect([...stored]).toEqual(keys);
    expect({ ...counts, rowsDigest: null }).toEqual({ ...fresh.counts(), rowsDigest: null });
    const moved = new ViewStatistics(countAll(rows.map(counted), ROW_DIMENSIONS).counts());
    moved.removeCounts(counts);
    moved.addCounts(counts);
    expect({ ...moved.counts(), rowsDigest: null }).toEqual({
      ...countAll(rows.map(counted), ROW_DIMENSIONS).counts(),
      rowsDigest: null,
    });
  }
});

function counted({ chunkId, contentHash, searchText, tokens, vector }: ChunkRow): CountedRow {
  return { chunkId, contentHash, searchText, tokens, vector };
}

it('survives its file, and tells other digests for other rows', () => {
  fc.assert(
    fc.property(fc.array(rowOf, { minLength: 1, maxLength: 20 }), (rows) => {
      const counts = countAll(rows).counts();
      const record = {
        commit: 'c',
        tree: 't',
        repository: 'r',
        redacted: ['abc:typescript' as const],
        files: [{ path: 'a\nb/ä.ts', blob: 'abc', language: 'typescript' }],
        ...counts,
      };
      expect(decodeView(encodeView(record))).toEqual(record);
      const changed = rows.with(0, { ...rows[0]!, contentHash: 'other' });
      expect(countAll(changed).counts().rowsDigest).not.toEqual(counts.rowsDigest);
    }),
  );
});

it('takes a torn file for no file', () => {
  const record = { commit: 'c', tree: 't', repository: 'r', redacted: [], files: [], ...countAll([]).counts() };
  const bytes = encodeView(record);
  expect(decodeView(Buffer.from('rubbish'))).toBeNull();
  expect(decodeView(bytes.subarray(0, bytes.length - 10))).toBeNull();
  for (const length of ['Infinity', '1e9', '-1', '', '99999999999', '9999999999']) {
    const lied = Buffer.from(`CORAPART ${length}\n{"terms":1000000000,"files":0,"missing":0,"gone":0}`);
    expect(decodePart(lied)).toBeNull();
  }
  expect(decodeView(encodeView({ ...record, redacted: 5 as unknown as [] }))).toBeNull();
});

it('counts each term once for a row, however many there are', () => {
  const rows = Array.from({ length: 40 }, (_, row) => ({
    chunkId: String(row),
    contentHash: 'h',
    // More terms than the table has room for at first, and those of other rows among them.
    searchText: Array.from({ length: 500 }, (_, at) => `t${(row * 97 + at) % 4000} again`).join(' '),
    tokens: 1000,
    vector: new Float32Array(DIMENSIONS),
  }));
  const statistics = countAll(rows);
  const naive = new Map<string, number>();
  for (const { searchText } of rows)
    for (const term of new Set(searchText.split(' '))) naive.set(term, (naive.get(term) ?? 0) + 1);
  for (const [term, count] of naive) expect(statistics.frequency(term)).toBe(count);
  expect(statistics.frequency('t4000')).toBe(0);
  expect(statistics.words).toBe(40 * 1000);
  expect(statistics.counts().hashes.length).toBe(naive.size);
});

it('adds up parts, in whatever sizes they come, to what counting all rows gives', () => {
  fc.assert(
    fc.property(fc.array(fc.array(rowOf, { maxLength: 30 }), { maxLength: 12 }), fc.array(rowOf), (parts, own) => {
      const sum = countAll(own);
      for (const part of parts) sum.addCounts(countAll(part).counts());
      const whole = countAll([...own, ...parts.flat()]);
      expect(sum.frequency('alpha')).toBe(whole.frequency('alpha'));
      expect(sum.counts()).toEqual(whole.counts());
      // What was added can be taken away again.
      for (const row of parts.flat()) sum.remove(row);
      expect(sum.counts()).toEqual(countAll(own).counts());
    }),
  );
});

// In time that grew with the square of their number it took minutes.
it('counts words whose hashes were made to end alike as fast as others', { timeout: 10_000 }, () => {
  const words: string[] = [];
  // The last character decides the lowest bits of the hash: here all but three are 0.
  for (let at = 0; words.length < 90_000; at++) {
    const last = (hashOfTerm(`${at}`) & 0x3ffff) ^ (at % 7);
    if (last > 0x20 && last < 0xd800) words.push(`${at}${String.fromCharCode(last)}`);
  }
  const searchText = words.join(' ');
  const vector = new Float32Array(DIMENSIONS);
  const rows = Array.from({ length: 12 }, (_, at) => ({
    ...{ chunkId: at.toString(16), contentHash: 'h', searchText, tokens: words.length, vector },
  }));
  expect(new Set(words.map((word) => hashOfTerm(word) & 0x3ffff)).size).toBeLessThan(8);
  expect(countAll(rows).frequency(words[0]!)).toBe(12);
});
