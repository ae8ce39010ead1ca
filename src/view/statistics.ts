/**
 * The statistics of a view: the number and lengths of its rows, in how many rows each term occurs,
 * and the mean vector. All are integers, so adding and removing rows gives exactly the result of
 * counting again.
 */

import { blobKeyOf, blobKeysOf } from '../base/identity.ts';
import { filesBetween } from '../base/lists.ts';
import { sha256Hex } from '../base/sha256.ts';
import { changedTerms, type SortedCounts } from '../base/termTable.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { RowReader } from '../engine/rowReader.ts';
import { countIn } from '../engine/segmentWords.ts';
import type { ViewPath, ViewRecord } from '../store/views.ts';

/** In how many chunks a term occurs, and how long chunks are. */
export interface Frequencies {
  chunks: number;
  averageTokens: number;
  frequency(term: string): number;
}

export type CountedRow = Pick<ChunkRow, 'chunkId' | 'contentHash' | 'searchText' | 'tokens' | 'vector'>;
export const COUNTED_COLUMNS = ['chunkId', 'contentHash', 'searchText', 'tokens', 'vector'] as const;

/** Sums over the rows of a view. */
export type ViewTotals = Pick<ViewRecord, 'chunks' | 'tokens' | 'words' | 'vectorSum' | 'rowsDigest'>;
export type Counts = ViewTotals & Pick<ViewRecord, 'hashes' | 'counts'>;

/** The statistics that questions need. */
export interface ViewNumbers extends Frequencies {
  readonly tokens: number;
  readonly words: number;
  /** The average number of words in a row's search text. */
  readonly averageWords: number;
  /** The mean of all vectors of the view. Its dot product with a query is the mean cosine. */
  meanVector(): Float32Array;
}

/** @param frequency tells in how many rows of the view a term occurs */
export function numbersOf(totals: ViewTotals, frequency: (term: string) => number): ViewNumbers {
  const { chunks, tokens, words, vectorSum } = totals;
  return {
    ...{ chunks, tokens, words, frequency },
    averageTokens: chunks === 0 ? 0 : tokens / chunks,
    averageWords: chunks === 0 ? 0 : words / chunks,
    meanVector: () => meanOf(vectorSum, chunks),
  };
}

function meanOf(vectorSum: Float64Array, chunks: number): Float32Array {
  const scale = 1 / (VECTOR_SCALE * Math.max(1, chunks));
  return Float32Array.from(vectorSum, (sum) => sum * scale);
}

export function addVector(sum: Float64Array, vector: Float32Array, sign: 1 | -1): void {
  for (let at = 0; at < vector.length; at++) sum[at]! += sign * Math.round(vector[at]! * VECTOR_SCALE);
}

/**
 * float16 has 11 significant bits. With 2^14 every component of a unit vector that matters is kept,
 * and up to 2^38 rows can be added exactly.
 */
const VECTOR_SCALE = 2 ** 14;

const SPACE = 32;
/** The offset basis of FNV as a signed number, and its prime. */
export const EMPTY_HASH = 0x811c9dc5 | 0;
export const HASH_PRIME = 0x01000193;

const MOST_CHANGES = 100_000;

export class ViewStatistics implements ViewNumbers {
  chunks = 0;
  tokens = 0;
  words = 0;
  private base: SortedCounts;
  /**
   * Counts of further rows that are not merged into the base yet. Each is less than half as long as
   * the one before.
   */
  private added: SortedCounts[] = [];
  private removed: SortedCounts[] = [];
  private changes = new TermCounts();
  private readonly vectorSum: Float64Array;
  private readonly rowsDigest: Uint32Array;

  /** @param from counts to continue with, or the number of dimensions to begin with none */
  constructor(from: Counts | number) {
    if (typeof from === 'number') {
      this.base = { hashes: new Uint32Array(0), counts: new Uint32Array(0) };
      this.vectorSum = new Float64Array(from);
      this.rowsDigest = new Uint32Array(LANES);
    } else {
      this.base = { hashes: from.hashes, counts: from.counts };
      this.chunks = from.chunks;
      this.tokens = from.tokens;
      this.words = from.words;
      this.vectorSum = from.vectorSum.slice();
      this.rowsDigest = from.rowsDigest.slice();
    }
  }

  /** @param digest of the row, if the caller has it already */
  add(row: CountedRow, digest = digestOfRow(row)): void {
    this.count(row, 1, digest);
  }

  remove(row: CountedRow): void {
    this.count(row, -1, digestOfRow(row));
  }

  /** Adds counts of other rows that somebody else has counted. */
  addCounts(counts: Omit<Counts, 'rowsDigest'> & Partial<Counts>): void {
    this.addTotals(counts, 1);
    const { added } = this;
    added.push({ hashes: counts.hashes, counts: counts.counts });
    // Counts of similar size are merged. So each is copied only when sizes double, not with every
    // block of a pull.
    while (added.length > 1 && added.at(-2)!.hashes.length <= 2 * added.at(-1)!.hashes.length)
      added.splice(-2, 2, addSorted(added.at(-2)!, added.at(-1)!));
  }

  /** Removes rows that somebody else has counted. */
  removeCounts(counts: Counts): void {
    this.addTotals(counts, -1);
    this.removed.push(counts);
  }

  private addTotals(counts: Parameters<ViewStatistics['addCounts']>[0], sign: 1 | -1): void {
    this.chunks += sign * counts.chunks;
    this.tokens += sign * counts.tokens;
    this.words += sign * counts.words;
    for (const [at, sum] of counts.vectorSum.entries()) this.vectorSum[at]! += sign * sum;
    if (counts.rowsDigest !== undefined) addDigest(this.rowsDigest, counts.rowsDigest, sign);
  }

  /** Returns in how many rows of the view the term occurs. */
  frequency(term: string): number {
    const hash = hashOfTerm(term);
    let count = countOf(this.base, hash) + this.changes.get(hash);
    for (const added of this.added) count += countOf(added, hash);
    for (const removed of this.removed) count -= countOf(removed, hash);
    return count;
  }

  /** The average number of words in a row. */
  get averageTokens(): number {
    return this.chunks === 0 ? 0 : this.tokens / this.chunks;
  }

  /** The average number of words in a row's search text. */
  get averageWords(): number {
    return this.chunks === 0 ? 0 : this.words / this.chunks;
  }

  /** The mean of all vectors of the view. Its dot product with a query is the mean cosine. */
  meanVector(): Float32Array {
    return meanOf(this.vectorSum, this.chunks);
  }

  counts(): Counts {
    this.settle();
    return {
      chunks: this.chunks,
      tokens: this.tokens,
      words: this.words,
      hashes: this.base.hashes,
      counts: this.base.counts,
      vectorSum: this.vectorSum.slice(),
      rowsDigest: this.rowsDigest.slice(),
    };
  }

  private count(row: CountedRow, sign: 1 | -1, digest: Uint32Array): void {
    this.chunks += sign;
    this.tokens += sign * row.tokens;
    this.words += sign * this.countTerms(row.searchText, sign);
    if (this.changes.size > MOST_CHANGES) {
      // A place in the hash table costs more than one in the sorted arrays.
      this.settle();
    }
    addVector(this.vectorSum, row.vector, sign);
    addDigest(this.rowsDigest, digest, sign);
  }

  /** @returns the number of words */
  private countTerms(searchText: string, sign: 1 | -1): number {
    const { changes } = this;
    changes.nextRow();
    let words = 1;
    let start = 0;
    let hash = EMPTY_HASH;
    for (let at = 0; at < searchText.length; at++) {
      const code = searchText.charCodeAt(at);
      if (code !== SPACE) {
        hash = Math.imul(hash ^ code, HASH_PRIME);
        continue;
      }
      if (at > start) changes.count(hash >>> 0, sign);
      start = at + 1;
      hash = EMPTY_HASH;
      words += 1;
    }
    if (searchText.length > start) changes.count(hash >>> 0, sign);
    return words;
  }

  private settle(): void {
    const { changes, added, removed } = this;
    if (added.length > 0)
      this.base = addSorted(
        this.base,
        added.reduceRight((sum, larger) => addSorted(larger, sum)),
      );
    for (const { hashes, counts } of removed)
      this.base = addSorted(this.base, { hashes, counts: Int32Array.from(counts, (count) => -count) });
    const hashes = changes.hashes();
    this.base = addSorted(this.base, { hashes, counts: Int32Array.from(hashes, (hash) => changes.get(hash)) });
    this.added = [];
    this.removed = [];
    this.changes = new TermCounts();
  }
}

function countOf({ hashes, counts }: SortedCounts, hash: number): number {
  return countIn({ rows: hashes, counts }, hash);
}

function addSorted(a: SortedCounts, b: { hashes: Uint32Array; counts: Uint32Array | Int32Array }): SortedCounts {
  return changedTerms(a, b, (before, more) => (before + more > 0 ? before + more : null));
}

/**
 * FNV-1a with 32 bits over UTF-16 code units. Terms with the same hash share a count: about five do
 * among 200,000 terms.
 */
export function hashOfTerm(term: string): number {
  let hash = EMPTY_HASH;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), HASH_PRIME);
  return hash >>> 0;
}

/** Adds up only the digest, in the same way as the statistics. */
export class RowsDigest {
  chunks = 0;
  readonly rowsDigest = new Uint32Array(LANES);

  add(row: DigestedRow, digest = digestOfRow(row)): void {
    this.chunks += 1;
    addDigest(this.rowsDigest, digest, 1);
  }

  /** Adds the digest of other rows that somebody else has added up. */
  addSum({ chunks, rowsDigest }: Pick<Counts, 'chunks' | 'rowsDigest'>): void {
    this.chunks += chunks;
    addDigest(this.rowsDigest, rowsDigest, 1);
  }
}

/** Adds up the totals of a view. */
export class TotalsOfRows extends RowsDigest implements ViewTotals {
  readonly vectorSum: Float64Array;
  tokens = 0;
  words = 0;

  constructor(dimensions: number) {
    super();
    this.vectorSum = new Float64Array(dimensions);
  }

  override add(row: DigestedRow): void {
    super.add(row);
    addVector(this.vectorSum, row.vector, 1);
  }

  /** Adds the words of some rows. The caller counts a row without words as having one. */
  addWords({ tokens, words }: Pick<ViewTotals, 'tokens' | 'words'>): void {
    this.tokens += tokens;
    this.words += words;
  }
}

/** The number of 32-bit numbers in a digest. */
const LANES = 4;

/** Adds each number modulo 2^32. */
function addDigest(sum: Uint32Array, digest: Uint32Array, sign: 1 | -1): void {
  for (let lane = 0; lane < LANES; lane++) sum[lane] = sum[lane]! + sign * digest[lane]!;
}

type DigestedRow = Pick<CountedRow, 'chunkId' | 'contentHash' | 'vector'>;

export function digestOfRow(row: DigestedRow): Uint32Array {
  const { buffer, byteOffset, byteLength } = row.vector;
  const digest = sha256Hex(`${row.chunkId} ${row.contentHash} `, new Uint8Array(buffer, byteOffset, byteLength));
  const lanes = new Uint32Array(LANES);
  for (let lane = 0; lane < LANES; lane++) {
    const bytes = Number.parseInt(digest.slice(8 * lane, 8 * lane + 8), 16);
    // The lowest byte comes first.
    lanes[lane] = (bytes << 24) | ((bytes & 0xff00) << 8) | ((bytes >>> 8) & 0xff00) | (bytes >>> 24);
  }
  return lanes;
}

// Counts in how many rows each hash of a term occurs. It is a hash table in typed arrays, because a
// repository has a hundred million words, and a Map takes five times the time and memory. Anybody
// can write words with similar hashes, so a random odd multiplier spreads them. Results do not
// depend on it.

let multiplier: number | undefined;

function drawnMultiplier(): number {
  multiplier ??= crypto.getRandomValues(new Uint32Array(1))[0]! | 1;
  return multiplier;
}

/** A power of two, like every later capacity. */
const LEAST_CAPACITY = 1024;
/** The share of the places that may be taken before the table grows. */
const MOST_LOAD = 0.6;

class TermCounts {
  /** The number of hashes in the table. */
  size = 0;
  #hashes = new Uint32Array(LEAST_CAPACITY);
  #counts = new Int32Array(LEAST_CAPACITY);
  /** For each place, the last row that counted; 0 for a free place. */
  #rows = new Int32Array(LEAST_CAPACITY);
  #row = 0;
  readonly #multiplier = drawnMultiplier();

  /** Begins a row: until the next one, each hash counts once. */
  nextRow(): void {
    this.#row += 1;
  }

  /** @param change 1 or -1 */
  count(hash: number, change: number): void {
    const at = this.#placeOf(hash);
    const last = this.#rows[at];
    if (last === this.#row) return;
    this.#rows[at] = this.#row;
    if (last !== 0) {
      this.#counts[at]! += change;
      return;
    }
    this.#hashes[at] = hash;
    this.#counts[at] = change;
    this.size += 1;
    if (this.size > MOST_LOAD * this.#hashes.length) this.#grow();
  }

  get(hash: number): number {
    // A free place has the count 0.
    return this.#counts[this.#placeOf(hash)]!;
  }

  /** Sorted. */
  hashes(): Uint32Array {
    return this.#hashes.filter((_, at) => this.#rows[at] !== 0).sort();
  }

  #placeOf(hash: number): number {
    const mask = this.#hashes.length - 1;
    // The highest bits of a product depend on all bits of its factors.
    let at = Math.imul(hash, this.#multiplier) >>> Math.clz32(mask);
    while (this.#rows[at] !== 0 && this.#hashes[at] !== hash) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [hashes, counts, rows] = [this.#hashes, this.#counts, this.#rows];
    this.#hashes = new Uint32Array(2 * hashes.length);
    this.#counts = new Int32Array(2 * hashes.length);
    this.#rows = new Int32Array(2 * hashes.length);
    for (let from = 0; from < hashes.length; from++) {
      if (rows[from] === 0) continue;
      const at = this.#placeOf(hashes[from]!);
      this.#hashes[at] = hashes[from]!;
      this.#counts[at] = counts[from]!;
      this.#rows[at] = rows[from]!;
    }
  }
}

// Computes a view's statistics from the nearest counted view: minus the blobs that are gone, plus
// those that are new.

interface CountRequest {
  store: Pick<RowReader, 'rowsByBlob'>;
  dimensions: number;
  /** Files of the wanted view that have rows, sorted by path. */
  files: readonly ViewPath[];
  base: ViewRecord | null;
  /** The number of rows of each blob, to check the result. */
  rowCounts: ReadonlyMap<BlobKey, number>;
  /**
   * Statistics that were counted while rows were written. Rows that are not in the view are removed
   * from them.
   */
  counted: { keys: ReadonlySet<BlobKey>; statistics: ViewStatistics } | null;
}

export async function countView(request: CountRequest): Promise<ViewStatistics> {
  const { base, files } = request;
  const keys = new Set(blobKeysOf(files));
  let expected = 0;
  for (const key of keys) expected += request.rowCounts.get(key) ?? 0;
  if (base !== null) {
    const statistics = new ViewStatistics(base);
    const differing = filesBetween(base.files, files);
    const gone = keysOfNone(differing.gone, files);
    const came = keysOfNone(differing.came, base.files);
    if (gone.length + came.length < keys.size) {
      await eachRow(request.store, gone, (row) => statistics.remove(row));
      await eachRow(request.store, came, (row) => statistics.add(row));
      // If rows of `gone` were removed meanwhile, the difference cannot be computed.
      if (statistics.chunks === expected) return statistics;
    }
  }
  const statistics = request.counted?.statistics ?? new ViewStatistics(request.dimensions);
  const others = [...(request.counted?.keys ?? [])].filter((key) => !keys.has(key));
  await eachRow(request.store, others, (row) => statistics.remove(row));
  await eachRow(
    request.store,
    [...keys].filter((key) => !request.counted?.keys.has(key)),
    (row) => statistics.add(row),
  );
  return statistics;
}

/** Returns the keys of some files, without those of others. */
function keysOfNone(some: readonly ViewPath[], others: readonly ViewPath[]): BlobKey[] {
  const keys = new Set(some.map(blobKeyOf));
  if (keys.size > 0) for (const key of blobKeysOf(others)) keys.delete(key);
  return [...keys];
}

type CountedRowHandler = (row: Parameters<ViewStatistics['add']>[0]) => void;

async function eachRow(
  store: CountRequest['store'],
  keys: readonly BlobKey[],
  handle: CountedRowHandler,
): Promise<void> {
  for await (const { rows } of store.rowsByBlob(keys, COUNTED_COLUMNS)) for (const row of rows) handle(row);
}
