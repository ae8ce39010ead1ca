/** Computes the statistics of a view from one segment that holds all of its rows and no others. */

import { addTo } from '../base/lists.ts';
import type { SortedCounts } from '../base/termTable.ts';
import { GrowingNumbers } from '../engine/bytes.ts';
import type { SegmentReader } from '../engine/segment.ts';
import { EMPTY_HASH, HASH_PRIME, hashOfTerm, ViewStatistics, type ViewTotals } from './statistics.ts';

/** The rows of a segment that are in the view, if some are not. */
export interface LivingRows {
  isLiving(row: number): boolean;
  /** For each word, how many of these rows hold it. */
  counts: Uint32Array;
}

/**
 * Counts from the words of the segment what ViewStatistics counts row by row.
 * @param totals over the same rows
 */
export async function statisticsOfSegment(
  totals: ViewTotals,
  segment: Pick<SegmentReader, 'eachTerm' | 'rowsOf'>,
): Promise<ViewStatistics> {
  return new ViewStatistics({ ...totals, ...(await countTerms(segment, null)) });
}

/**
 * Counts for each term the rows that hold it.
 * @param living null for all rows
 */
export async function countTerms(
  segment: Pick<SegmentReader, 'eachTerm' | 'rowsOf'>,
  living: LivingRows | null,
): Promise<SortedCounts> {
  const counted = new GrowingNumbers();
  const found = new GrowingNumbers();
  let term = 0;
  await segment.eachTerm((bytes, all) => {
    const rows = living === null ? all : living.counts[term++]!;
    if (rows === 0) return;
    found.push(hashOfBytes(bytes));
    counted.push(rows);
  });
  const sums = sortedByHash(found.finish(), counted.finish());
  const shared = new Set<number>();
  let size = 0;
  for (let at = 0; at < sums.hashes.length; at++) {
    const hash = sums.hashes[at]!;
    if (size > 0 && sums.hashes[size - 1] === hash) {
      shared.add(hash);
      continue;
    }
    sums.hashes[size] = hash;
    sums.counts[size++] = sums.counts[at]!;
  }
  const statistics = { hashes: sums.hashes.slice(0, size), counts: sums.counts.slice(0, size) };
  const together = await countShared(segment, shared, living);
  if (together.size > 0)
    statistics.hashes.forEach((hash, at) => {
      statistics.counts[at] = together.get(hash) ?? statistics.counts[at]!;
    });
  return statistics;
}

/** Sorts by one byte of the hash after the other, the lowest first. */
function sortedByHash(hashes: Uint32Array, counts: Uint32Array): SortedCounts {
  let from: SortedCounts = { hashes, counts };
  let to: SortedCounts = { hashes: new Uint32Array(hashes.length), counts: new Uint32Array(hashes.length) };
  for (let shift = 0; shift < 32; shift += 8) {
    const next = new Uint32Array(257);
    for (const hash of from.hashes) next[((hash >>> shift) & 0xff) + 1]! += 1;
    for (let byte = 1; byte < 257; byte++) next[byte]! += next[byte - 1]!;
    for (let at = 0; at < hashes.length; at++) {
      const place = next[(from.hashes[at]! >>> shift) & 0xff]!++;
      to.hashes[place] = from.hashes[at]!;
      to.counts[place] = from.counts[at]!;
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Counts terms that share a hash. A row that holds two of them counts once. */
async function countShared(
  segment: Pick<SegmentReader, 'eachTerm' | 'rowsOf'>,
  hashes: ReadonlySet<number>,
  living: LivingRows | null,
): Promise<Map<number, number>> {
  const terms = new Map<number, string[]>();
  if (hashes.size === 0) return new Map();
  await segment.eachTerm((bytes) => {
    const hash = hashOfBytes(bytes);
    if (hashes.has(hash)) addTo(terms, hash, textOf(bytes));
  });
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
