/** A segment gives every row back as it was, and the same rows make the same bytes. */

import { describe, expect, it } from 'vitest';
import type { ChunkKind, ChunkRow, ReferenceKind } from '../../../src/base/types.ts';
import type { PieceKeeper } from '../../../src/engine/bytes.ts';
import { roundVector } from '../../../src/engine/byteVectors.ts';
import { wordsOfRow } from '../../../src/engine/rowWords.ts';
import { DigestOfPieces } from '../../../src/engine/searchFile.ts';
import { SegmentReader } from '../../../src/engine/segment.ts';
import { type BuiltRow, SegmentBuilder } from '../../../src/engine/segmentBuilder.ts';
import { MemoryRanges, REFERENCE_KINDS } from '../../../src/engine/segmentFile.ts';
import { SegmentRows } from '../../../src/engine/segmentRows.ts';
import fc from '../../helpers/fastCheck.ts';
import { byBlob, openBytes, rowsInSegments, segmentOf } from '../../helpers/segments.ts';
import { ROW_COLUMNS } from '../../integration/engine/children/anyRows.ts';
import { all, DIMENSIONS, rowOf, shaOf, sorted, vectorOf } from '../../integration/store/children/rows.ts';

const ODD = 'nul\u0000 quote\' "double" back\\slash\r\n\ttab 日本語 🦀 e\u0301 \u2028 \ufeff';
const KINDS: ChunkKind[] = ['function', 'class', 'text', 'module', 'enum'];

const text = fc.oneof(
  fc.constantFrom('', ' ', ODD, '\ufeffx', 'x'.repeat(127), 'x'.repeat(128), '語'.repeat(50), 'line\n'.repeat(9000)),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 200 }),
);
const word = fc.oneof(
  fc.constantFrom(
    'get',
    'set',
    'gets',
    'def:get',
    '語',
    '日本',
    'é',
    'e\u0301',
    '🦀',
    '\uffff',
    '\u{10000}',
    'a\u00a0b',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }).map((some) => some.replaceAll(' ', '_')),
  fc.nat(400).map((n) => `w${n}`),
);
const searchText = fc.oneof(
  fc.array(word, { maxLength: 60 }).map((words) => words.join(' ')),
  fc.constantFrom('', ' ', 'two  spaces', ' before', 'after '),
  fc.tuple(word, fc.integer({ min: 1, max: 5000 })).map(([one, times]) => `${one} `.repeat(times).trim()),
);
const count = fc.oneof(fc.nat(300), fc.constantFrom(0, 127, 128, 16_383, 16_384, 2_147_483_647));
const vector = fc
  .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
  .map((values) => Float32Array.from(values, (value) => value + 0));

const changes: fc.Arbitrary<Partial<ChunkRow>> = fc
  .record({
    ...{ text, doc: text, symbol: text, signature: text, frame: text, parentChunk: text, redacted: text, searchText },
    ...{ nodeType: text, kind: fc.constantFrom(...KINDS), scope: fc.array(text, { maxLength: 4 }), tokens: count },
    ...{ startLine: count, lines: count, startByte: count, bytes: count, part: count, parts: count },
    defines: fc.array(fc.record({ name: text, kind: fc.constantFrom(...KINDS), startLine: count, lines: count })),
    references: fc.array(
      fc.record(
        { name: text, kind: fc.constantFrom<ReferenceKind>(...REFERENCE_KINDS), from: text },
        { requiredKeys: ['name', 'kind'] },
      ),
    ),
    vector: fc.oneof(vector, vector.map(roundVector), fc.constant(new Float32Array(DIMENSIONS))),
  })
  .map(({ lines, bytes, defines, ...rest }) => ({
    ...rest,
    endLine: rest.startLine + lines,
    endByte: rest.startByte + bytes,
    defines: defines.map(({ lines: own, ...one }) => ({ ...one, endLine: one.startLine + own })),
  }));

/** Rows of a few blobs, of which two may differ in their language alone. */
const rows = fc
  .record({
    isLong: fc.boolean(),
    each: fc.array(fc.tuple(changes, fc.nat(6), fc.constantFrom('go', 'c', 'c++', ODD)), { maxLength: 14 }),
  })
  .map(({ isLong, each }) =>
    each.map(([given, blob, language], at) =>
      rowOf(at, { ...given, blobSha: shaOf(blob) + (isLong ? '0'.repeat(24) : ''), language }),
    ),
  );

/** The words in some order: a segment does not know which. */
function withoutOrder(row: ChunkRow): ChunkRow {
  return { ...row, searchText: row.searchText.split(' ').sort().join(' ') };
}

function asWritten(some: readonly ChunkRow[]): ChunkRow[] {
  return sorted(some).map(withoutOrder);
}

describe('a segment', () => {
  it('gives every column of every row back', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const found = await SegmentRows.of(await openBytes(segmentOf(given, DIMENSIONS)));
        expect(asWritten(await all(found.scan(ROW_COLUMNS)))).toEqual(asWritten(given));
        const chunkIds = given.map(({ chunkId }) => chunkId);
        expect(asWritten(await found.rows({ chunkIds }, ROW_COLUMNS))).toEqual(asWritten(given));
        const blobs = byBlob(given);
        for await (const { key, rows: own } of found.rowsByBlob([...blobs.keys()], ROW_COLUMNS)) {
          expect(asWritten(own)).toEqual(asWritten(blobs.get(key)!));
          blobs.delete(key);
        }
        expect(blobs.size).toBe(0);
        expect(await found.blobKeys()).toEqual(new Map([...byBlob(given)].map(([key, own]) => [key, own.length])));
        const redacted = given.filter((row) => row.redacted !== '').map(({ blobSha }) => blobSha);
        expect((await found.redactedRows()).map(({ blobSha }) => blobSha).sort()).toEqual(redacted.sort());
        expect(found.counts()).toEqual({ rows: given.length, segments: 1 });
      }),
    );
  });

  it('knows the words of each row', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.array(word, { maxLength: 5 }), async (given, terms) => {
        const found = await SegmentRows.of(await openBytes(segmentOf(given, DIMENSIONS)));
        const chunkIds = given.map(({ chunkId }) => chunkId);
        const own = sorted(await found.rows({ chunkIds }, ['chunkId', 'words']));
        for (const [at, row] of sorted(given).entries()) {
          const expected = wordsOfRow(row);
          const { words } = own[at]!;
          expect([words.hash, words.length]).toEqual([expected.hash, expected.length]);
          expect([...words.distinct()].sort()).toEqual([...expected.distinct()].filter((one) => one !== '').sort());
          const asked = [...new Set([...terms, ...row.searchText.split(' ', 3)])].filter((one) => one !== '');
          expect(words.counts(asked)).toEqual(expected.counts(asked));
        }
      }),
    );
  });

  it('is the same bytes for the same rows, written at once or joined of several', async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.nat(14), async (given, cut) => {
        const whole = segmentOf(given, DIMENSIONS);
        expect(segmentOf(structuredClone(given), DIMENSIONS).equals(whole)).toBe(true);
        const blobs = [...byBlob(given).values()];
        const parts = [blobs.slice(0, cut).flat(), blobs.slice(cut).flat()].filter((part) => part.length > 0);
        const spread = await rowsInSegments(parts, DIMENSIONS);
        const joined = await all(spread.scan([...ROW_COLUMNS, 'words']));
        expect(segmentOf(joined, DIMENSIONS).equals(whole)).toBe(true);
      }),
    );
  });

  it('leaves out what it does not have', async () => {
    const found = await SegmentRows.of(await openBytes(segmentOf([rowOf(1)], DIMENSIONS)));
    const { blobSha } = rowOf(1);
    for (const id of ['', 'none', "' OR true --", rowOf(2).chunkId, 'F'.repeat(16), 'g'.repeat(16)])
      expect(await found.rows({ chunkIds: [id] }, ['chunkId'])).toEqual([]);
    for (const key of [`${blobSha}:c`, `${shaOf(2)}:typescript`, `${blobSha}:`, ':', `${blobSha}${blobSha}:typescript`])
      expect(await found.rows({ blobs: [key as `${string}:${string}`] }, ['chunkId'])).toEqual([]);
    expect(await found.rows({ contentHashes: ['', 'x'] }, ['chunkId'])).toEqual([]);
    for await (const { key, rows: own } of found.rowsByBlob([`${blobSha}:c`], ['chunkId']))
      expect([key, own]).toEqual([`${blobSha}:c`, []]);
  });

  it('holds a large row', async () => {
    const huge = rowOf('huge', { text: 'line of text\n'.repeat(400_000), searchText: 'huge '.repeat(100_000).trim() });
    const given = [rowOf(1), huge, rowOf(2)];
    expect(asWritten(await all((await opened(segmentOf(given, DIMENSIONS))).scan(ROW_COLUMNS)))).toEqual(
      asWritten(given),
    );
  });

  it('is known by its checksums where nobody keeps its bytes', () => {
    const large = Array.from({ length: 40 }, (_, at) => rowOf(at, { text: `${at} line\n`.repeat(9000) }));
    const built = (newKeeper?: () => PieceKeeper) => {
      const builder = new SegmentBuilder(DIMENSIONS, [], newKeeper);
      for (const row of large) builder.add([row]);
      return builder.finish();
    };
    const [kept, gone] = [built(), built(() => new DigestOfPieces())];
    const [[lead], [other]] = [kept, gone];
    expect(kept.size).toBeGreaterThan(2 ** 20);
    expect({ size: gone.size, lead: other }).toEqual({ size: kept.size, lead });
    expect(Buffer.concat([...kept])).toHaveLength(kept.size);
    expect(() => [...gone]).toThrow('were not kept');
  });

  it('refuses rows that it could not give back', () => {
    const bad: Partial<ChunkRow>[] = [
      { contentHash: 'x' },
      { chunkId: 'not hex' },
      { blobSha: 'abc' },
      { endLine: 1, startLine: 2 },
      { startByte: -1 },
      { tokens: 2 ** 53 },
      { references: [{ name: 'a', kind: 'other' as ReferenceKind }] },
      { vector: vectorOf(1, DIMENSIONS + 1) },
      { searchText: 'x'.repeat(2 ** 24 + 1) },
    ];
    for (const change of bad)
      expect(() => segmentOf([rowOf(1, change)], DIMENSIONS), JSON.stringify(change).slice(0, 99)).toThrow(RangeError);
  });
});

/** A network that is away for a while. */
class FlakyRanges extends MemoryRanges {
  isAway = false;

  override async read(offset: number, length: number): Promise<Uint8Array> {
    if (this.isAway) throw new Error('no network');
    return super.read(offset, length);
  }
}

it('reads again what it could not read', async () => {
  const rows = [rowOf(1, { searchText: 'one two', text: 'one two' })];
  const ranges = new FlakyRanges(segmentOf(rows, DIMENSIONS));
  const segment = await SegmentReader.open(ranges);
  const ask = [
    () => segment.prepare(),
    () => segment.frequencies(),
    () => segment.vectors(),
    () => segment.rowNumbers(),
    () => segment.rowBytes(0, 1),
    () => segment.checkEnds(),
  ];
  ranges.isAway = true;
  for (const one of ask) await expect(one()).rejects.toThrow('no network');
  ranges.isAway = false;
  for (const one of ask) await one();
  expect((await segment.frequencies())('one')).toBe(1);
});

async function opened(bytes: Uint8Array): Promise<SegmentRows> {
  return SegmentRows.of(await openBytes(bytes));
}

it('words that are counted elsewhere make the same segment, whatever rows stand between', async () => {
  const rows = ['one two two', 'three one', 'two four one four', 'five two'].map((searchText, at) =>
    rowOf(at, { blobSha: shaOf(at), searchText }),
  );
  const plain = segmentOf(rows, DIMENSIONS);
  const numbers = (await openBytes(plain)).rowNumbers();
  const builder = new SegmentBuilder(DIMENSIONS);
  const counted = async (row: number): Promise<BuiltRow> => {
    const { searchText } = rows[row]!;
    const words = new Set(searchText.split(' '));
    const of = (name: 'words' | 'characters' | 'hash') => numbers.then((read) => read.of(name, row));
    return {
      ...rows[row]!,
      searchText: '',
      counted: {
        terms: Uint32Array.from(words, (word) => builder.termOf(word)),
        counts: Uint32Array.from(words, (word) => searchText.split(' ').filter((one) => one === word).length),
        ...{ words: await of('words'), characters: await of('characters'), hash: await of('hash') },
      },
    };
  };
  builder.termOf('four');
  builder.termOf('of no row');
  builder.add([rows[0]!]);
  builder.add([await counted(1)]);
  builder.add([rows[2]!]);
  builder.add([await counted(3)]);
  expect(Buffer.concat([...builder.finish()])).toEqual(plain);
});
