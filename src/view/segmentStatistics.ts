/** Computes statistics of a view from the words of a segment, without reading row by row. */

import { addTo } from '../base/lists.ts';
import type { SortedCounts } from '../base/termTable.ts';
import type { BlobKey } from '../base/types.ts';
import { ByteReader, damaged, GrowingNumbers } from '../engine/bytes.ts';
import type { SegmentReader } from '../engine/segment.ts';
import { TERMS_IN_BLOCK } from '../engine/segmentFile.ts';
import type { SegmentRows } from '../engine/segmentRows.ts';
import { eachRow, eachWordOfRow } from '../engine/segmentWords.ts';
import {
  addVector,
  COUNTED_COLUMNS,
  type CountedRow,
  type Counts,
  EMPTY_HASH,
  HASH_PRIME,
  hashOfTerm,
  ViewStatistics,
  type ViewTotals,
} from './statistics.ts';

/** The rows of a segment that are in the view, if some are not. */
export interface LivingRows {
  isLiving(row: number): boolean;
  /** For each word, how many of these rows hold it. */
  counts: Uint32Array;
  /** By block of the dictionary: 0 if these rows hold none of its words. */
  blocks?: Uint8Array;
}

type CountedSegment = Pick<SegmentReader, 'header' | 'eachTerm' | 'rowsOf'>;

/**
 * Counts from the words of the segment what ViewStatistics counts row by row.
 * @param totals over the same rows
 */
export async function statisticsOfSegment(totals: ViewTotals, segment: CountedSegment): Promise<ViewStatistics> {
  return new ViewStatistics({ ...totals, ...(await countTerms(segment, null)) });
}

/**
 * Counts the rows of some blobs. Their digest is left out, because questions do not ask for it.
 * @returns the counts, and the blobs that have rows
 */
export async function countBlobs(
  store: Pick<SegmentRows, 'rowsIn'>,
  blobs: readonly BlobKey[],
  dimensions: number,
): Promise<{ counts: Counts; stored: Set<BlobKey> }> {
  const { places, stored } = store.rowsIn(blobs);
  const statistics = new ViewStatistics(dimensions);
  for (const { segment, rows } of places) statistics.addCounts(await countRows(segment, rows));
  return { counts: statistics.counts(), stored };
}

/** Vectors that are in memory at once. */
const BATCH = 1000;
/** Without the words of each row, all postings are read: for fewer rows, their texts are. */
const LEAST_SHARE = 1 / 64;

async function countRows(segment: SegmentReader, rows: readonly number[]): Promise<Omit<Counts, 'rowsDigest'>> {
  const { dimensions, omits } = segment.header;
  if (omits.includes('words') && rows.length < LEAST_SHARE * segment.header.rows) {
    const statistics = new ViewStatistics(dimensions);
    for (const row of await segment.columns(rows, COUNTED_COLUMNS)) statistics.add(row as CountedRow);
    return statistics.counts();
  }
  const [numbers, words] = await Promise.all([segment.rowNumbers(), countWords(segment, rows)]);
  const sums = { chunks: rows.length, tokens: 0, words: 0, vectorSum: new Float64Array(dimensions) };
  for (const row of rows) {
    sums.tokens += numbers.of('tokens', row);
    // A text without words counts as one word.
    sums.words += Math.max(1, numbers.of('words', row));
  }
  for (let from = 0; from < rows.length; from += BATCH)
    for (const vector of await segment.vectorsOf(rows.slice(from, from + BATCH))) addVector(sums.vectorSum, vector, 1);
  const own = new Set(rows);
  return { ...sums, ...(await countTerms(segment, { isLiving: (row) => own.has(row), ...words })) };
}

/** Counts for each word, by its number, how many of these rows hold it. */
async function countWords(
  segment: SegmentReader,
  rows: readonly number[],
): Promise<Pick<LivingRows, 'counts' | 'blocks'>> {
  const { header } = segment;
  const counts = new Uint32Array(header.terms);
  const blocks = new Uint8Array(Math.ceil(header.terms / TERMS_IN_BLOCK));
  if (!header.omits.includes('words')) {
    for (const bytes of await segment.wordBytes(rows)) {
      eachWordOfRow(bytes, (term) => {
        if (term >= counts.length) throw damaged();
        counts[term]! += 1;
        blocks[Math.floor(term / TERMS_IN_BLOCK)] = 1;
      });
    }
    return { counts, blocks };
  }
  const isOwn = new Uint8Array(header.rows);
  for (const row of rows) isOwn[row] = 1;
  const reader = new ByteReader(await segment.whole('postings'));
  await segment.eachTerm((_bytes, count, from, _to, term) => {
    reader.at = from;
    eachRow(reader, count, header.rows, (row) => {
      counts[term]! += isOwn[row]!;
    });
  });
  return { counts };
}

/**
 * Counts for each term the rows that hold it.
 * @param living null for all rows
 */
export async function countTerms(segment: CountedSegment, living: LivingRows | null): Promise<SortedCounts> {
  const rows = living?.counts ?? new Uint32Array(segment.header.terms);
  const found = new GrowingNumbers();
  const numbers = new GrowingNumbers();
  await segment.eachTerm((bytes, all, _from, _to, term) => {
    if (living === null) rows[term] = all;
    if (rows[term] === 0) return;
    found.push(hashOfBytes(bytes));
    numbers.push(term);
  }, living?.blocks);
  const [hashes, terms] = sortedByHash(found.finish(), numbers.finish());
  const counts = new Uint32Array(hashes.length);
  const shared = new Set<number>();
  let size = 0;
  for (let at = 0; at < hashes.length; at++) {
    const isShared = size > 0 && hashes[size - 1] === hashes[at];
    if (isShared) shared.add(terms[at - 1]!).add(terms[at]!);
    else {
      hashes[size] = hashes[at]!;
      counts[size++] = rows[terms[at]!]!;
    }
  }
  const statistics = { hashes: hashes.slice(0, size), counts: counts.slice(0, size) };
  if (size < hashes.length)
    for (const [hash, count] of await countShared(segment, shared, living))
      statistics.counts[statistics.hashes.indexOf(hash)] = count;
  return statistics;
}

/** Sorts by one byte of the hash after the other, the lowest first. */
function sortedByHash(hashes: Uint32Array, terms: Uint32Array): [hashes: Uint32Array, terms: Uint32Array] {
  let from: [Uint32Array, Uint32Array] = [hashes, terms];
  let to: [Uint32Array, Uint32Array] = [new Uint32Array(hashes.length), new Uint32Array(hashes.length)];
  for (let shift = 0; shift < 32; shift += 8) {
    const next = new Uint32Array(257);
    for (const hash of from[0]) next[((hash >>> shift) & 0xff) + 1]! += 1;
    for (let byte = 1; byte < 257; byte++) next[byte]! += next[byte - 1]!;
    for (let at = 0; at < hashes.length; at++) {
      const place = next[(from[0][at]! >>> shift) & 0xff]!++;
      to[0][place] = from[0][at]!;
      to[1][place] = from[1][at]!;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Counts terms that share a hash. A row that holds two of them counts once. */
async function countShared(
  segment: CountedSegment,
  shared: ReadonlySet<number>,
  living: LivingRows | null,
): Promise<Map<number, number>> {
  const terms = new Map<number, string[]>();
  const blocks = new Uint8Array(Math.ceil(segment.header.terms / TERMS_IN_BLOCK));
  for (const term of shared) blocks[Math.floor(term / TERMS_IN_BLOCK)] = 1;
  await segment.eachTerm((bytes, _rows, _from, _to, term) => {
    if (shared.has(term)) addTo(terms, hashOfBytes(bytes), textOf(bytes));
  }, blocks);
  const counts = new Map<number, number>();
  for (const [hash, words] of terms) {
    const rows = new Set<number>();
    for (const found of await segment.rowsOf(words))
      for (const row of found?.rows ?? []) if (living === null || living.isLiving(row)) rows.add(row);
    counts.set(hash, rows.size);
  }
  return counts;
}

/** @param bytes a term in UTF-8 */
function hashOfBytes(bytes: Uint8Array): number {
  let hash = EMPTY_HASH;
  for (const byte of bytes) {
    if (byte >= 0x80) return hashOfTerm(textOf(bytes));
    hash = Math.imul(hash ^ byte, HASH_PRIME);
  }
  return hash >>> 0;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
