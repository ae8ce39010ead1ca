/**
 * Statistics of one view: how many rows, how long, in how many rows each term occurs, the mean
 * vector. All are integers, so that a row can be added and taken away again and the result is
 * exactly that of counting from nothing.
 */

import { blobKeysOf } from '../base/identity.ts';
import { sha256Hex } from '../base/sha256.ts';
import { changedTerms, type SortedCounts } from '../base/termTable.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import type { RowReader } from '../engine/rowReader.ts';
import { countIn } from '../engine/segmentWords.ts';
import type { ViewRecord } from '../store/views.ts';

/** Tells how often a term is in how many chunks, and how long these are. */
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

/** The part of a view's statistics that questions ask for. */
export interface ViewNumbers extends Frequencies {
  readonly tokens: number;
  readonly words: number;
  /** Words in a row's search text, on average. */
  readonly averageWords: number;
  /** The mean of all vectors of the view. Its dot product with a query is the mean cosine. */
  meanVector(): Float32Array;
}

/** @param frequency in how many rows a term occurs, of a view that is there with its rows */
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

function addVector(sum: Float64Array, vector: Float32Array, sign: 1 | -1): void {
  for (let at = 0; at < vector.length; at++) sum[at]! += sign * Math.round(vector[at]! * VECTOR_SCALE);
}

/** Adds up the totals of a view, without the words of each row. */
export class TotalsOfRows {
  readonly #sum = new RowsDigest();
  readonly #vectorSum: Float64Array;
  #tokens = 0;
  #words = 0;

  constructor(dimensions: number) {
    this.#vectorSum = new Float64Array(dimensions);
  }

  add(row: DigestedRow): void {
    this.#sum.add(row);
    addVector(this.#vectorSum, row.vector, 1);
  }

  /** Adds the words of some rows; a row without a word has one all the same. */
  addWords({ tokens, words }: Pick<ViewTotals, 'tokens' | 'words'>): void {
    this.#tokens += tokens;
    this.#words += words;
  }

  totals(): ViewTotals {
    const { chunks, rowsDigest } = this.#sum;
    return { chunks, tokens: this.#tokens, words: this.#words, vectorSum: this.#vectorSum, rowsDigest };
  }
}

/**
 * float16 has 11 significant bits: 2^14 keeps every component of a unit vector that matters,
 * exactly summable to 2^38 rows.
 */
const VECTOR_SCALE = 2 ** 14;

const SPACE = 32;
/** FNV's offset basis, as a signed number, and prime. */
export const EMPTY_HASH = 0x811c9dc5 | 0;
export const HASH_PRIME = 0x01000193;

const MOST_CHANGES = 100_000;

export class ViewStatistics implements ViewNumbers {
  chunks = 0;
  tokens = 0;
  words = 0;
  private base: SortedCounts;
  /** Counts of other rows, not yet in the base: each less than half as long as the one before. */
  private added: SortedCounts[] = [];
  private changes = new TermCounts();
  private readonly vectorSum: Float64Array;
  private readonly rowsDigest: Uint32Array;

  /** @param from counts to go on from, or the number of dimensions to begin with none */
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

  /** @param digest of the row, where it is known already */
  add(row: CountedRow, digest = digestOfRow(row)): void {
    this.count(row, 1, digest);
  }

  remove(row: CountedRow): void {
    this.count(row, -1, digestOfRow(row));
  }

  /** Adds what others have counted of other rows. */
  addCounts(counts: Counts): void {
    this.chunks += counts.chunks;
    this.tokens += counts.tokens;
    this.words += counts.words;
    for (const [at, sum] of counts.vectorSum.entries()) this.vectorSum[at]! += sum;
    addDigest(this.rowsDigest, counts.rowsDigest, 1);
    const { added } = this;
    added.push({ hashes: counts.hashes, counts: counts.counts });
    // Like sizes together: so a count is copied as often as they double, and not with every block
    // of a pull.
    while (added.length > 1 && added.at(-2)!.hashes.length <= 2 * added.at(-1)!.hashes.length)
      added.splice(-2, 2, addSorted(added.at(-2)!, added.at(-1)!));
  }

  /** In how many rows of the view the term occurs. */
  frequency(term: string): number {
    const hash = hashOfTerm(term);
    return this.baseCount(hash) + this.changes.get(hash);
  }

  /** Words in a row, on average. */
  get averageTokens(): number {
    return this.chunks === 0 ? 0 : this.tokens / this.chunks;
  }

  /** Words in a row's search text, on average. */
  get averageWords(): number {
    return this.chunks === 0 ? 0 : this.words / this.chunks;
  }

  /** The mean of all vectors of the view. Its dot product with a query is the mean cosine. */
  meanVector(): Float32Array {
    return meanOf(this.vectorSum, this.chunks);
  }

  counts(): Counts {
    const { hashes, counts } = this.merged();
    return {
      chunks: this.chunks,
      tokens: this.tokens,
      words: this.words,
      hashes,
      counts,
      vectorSum: this.vectorSum.slice(),
      rowsDigest: this.rowsDigest.slice(),
    };
  }

  private count(row: CountedRow, sign: 1 | -1, digest: Uint32Array): void {
    this.chunks += sign;
    this.tokens += sign * row.tokens;
    this.words += sign * this.countTerms(row.searchText, sign);
    if (this.changes.size > MOST_CHANGES) {
      // A counted place costs more than one in the sorted arrays.
      this.base = this.merged();
      this.changes = new TermCounts();
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

  private baseCount(hash: number): number {
    this.addAdded();
    return countIn({ rows: this.base.hashes, counts: this.base.counts }, hash);
  }

  private addAdded(): void {
    if (this.added.length === 0) return;
    this.base = addSorted(
      this.base,
      this.added.reduceRight((sum, larger) => addSorted(larger, sum)),
    );
    this.added = [];
  }

  private merged(): SortedCounts {
    this.addAdded();
    const { changes } = this;
    const hashes = changes.hashes();
    return addSorted(this.base, { hashes, counts: Int32Array.from(hashes, (hash) => changes.get(hash)) });
  }
}

function addSorted(a: SortedCounts, b: { hashes: Uint32Array; counts: Uint32Array | Int32Array }): SortedCounts {
  return changedTerms(a, b, (before, more) => (before + more > 0 ? before + more : null));
}

/**
 * FNV-1a, 32 bits, over UTF-16 code units. Two terms that share a hash share a count: with 200,000
 * terms about five do.
 */
export function hashOfTerm(term: string): number {
  let hash = EMPTY_HASH;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), HASH_PRIME);
  return hash >>> 0;
}

/** Adds up as it does in the statistics, without the rest. */
export class RowsDigest {
  chunks = 0;
  readonly rowsDigest = new Uint32Array(LANES);

  add(row: DigestedRow, digest = digestOfRow(row)): void {
    this.chunks += 1;
    addDigest(this.rowsDigest, digest, 1);
  }

  /** Adds what others have added up of other rows. */
  addSum({ chunks, rowsDigest }: Pick<Counts, 'chunks' | 'rowsDigest'>): void {
    this.chunks += chunks;
    addDigest(this.rowsDigest, rowsDigest, 1);
  }
}

/** Numbers of 32 bits in a digest. */
const LANES = 4;

/** Each lane modulo 2^32. */
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
    // The first byte is the lowest.
    lanes[lane] = (bytes << 24) | ((bytes & 0xff00) << 8) | ((bytes >>> 8) & 0xff00) | (bytes >>> 24);
  }
  return lanes;
}

// In how many rows each 32-bit hash of a term occurs: open addressing in typed arrays, because a
// repository has a hundred million words, and a Map of numbers takes five times as long and as much
// room. Anybody can write words whose hashes begin or end alike, so an odd multiplier of this
// process spreads them; results do not depend on it.

let multiplier: number | undefined;

function drawnMultiplier(): number {
  multiplier ??= crypto.getRandomValues(new Uint32Array(1))[0]! | 1;
  return multiplier;
}

/** A power of two, as is each later capacity. */
const LEAST_CAPACITY = 1024;
/** Share of the places that may be taken. */
const MOST_LOAD = 0.6;

class TermCounts {
  /** The number of hashes that have a place. */
  size = 0;
  #hashes = new Uint32Array(LEAST_CAPACITY);
  #counts = new Int32Array(LEAST_CAPACITY);
  /** The row that counted last; 0 for a free place. */
  #rows = new Int32Array(LEAST_CAPACITY);
  #row = 0;
  readonly #multiplier = drawnMultiplier();

  /** Hashes are counted once from here to the next row. */
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
    // A free place counts 0.
    return this.#counts[this.#placeOf(hash)]!;
  }

  /** Sorted. */
  hashes(): Uint32Array {
    return this.#hashes.filter((_, at) => this.#rows[at] !== 0).sort();
  }

  #placeOf(hash: number): number {
    const mask = this.#hashes.length - 1;
    // The highest bits, which depend on all others.
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

// A view's statistics by difference: what the nearest counted view had, minus the blobs that went,
// plus those that came.

interface CountRequest {
  store: Pick<RowReader, 'rowsByBlob'>;
  dimensions: number;
  /** Blobs of the wanted view that have rows. */
  keys: ReadonlySet<BlobKey>;
  base: ViewRecord | null;
  /** Rows of each blob, to check the result. */
  rowCounts: ReadonlyMap<BlobKey, number>;
  /**
   * Counted already, while the rows were written; rows of other views among them are taken out
   * again.
   */
  counted: { keys: ReadonlySet<BlobKey>; statistics: ViewStatistics } | null;
}

export async function countView(request: CountRequest): Promise<ViewStatistics> {
  const expected = [...request.keys].reduce((sum, key) => sum + (request.rowCounts.get(key) ?? 0), 0);
  if (request.base !== null) {
    const statistics = new ViewStatistics(request.base);
    const had = new Set(blobKeysOf(request.base.files));
    const gone = [...had].filter((key) => !request.keys.has(key));
    const came = [...request.keys].filter((key) => !had.has(key));
    if (gone.length + came.length < request.keys.size) {
      await eachRow(request.store, gone, (row) => statistics.remove(row));
      await eachRow(request.store, came, (row) => statistics.add(row));
      // Rows of `gone` may have been collected since: then the difference is not to be had.
      if (statistics.chunks === expected) return statistics;
    }
  }
  const statistics = request.counted?.statistics ?? new ViewStatistics(request.dimensions);
  const others = [...(request.counted?.keys ?? [])].filter((key) => !request.keys.has(key));
  await eachRow(request.store, others, (row) => statistics.remove(row));
  await eachRow(
    request.store,
    [...request.keys].filter((key) => !request.counted?.keys.has(key)),
    (row) => statistics.add(row),
  );
  return statistics;
}

type CountedRowHandler = (row: Parameters<ViewStatistics['add']>[0]) => void;

async function eachRow(
  store: CountRequest['store'],
  keys: readonly BlobKey[],
  handle: CountedRowHandler,
): Promise<void> {
  for await (const { rows } of store.rowsByBlob(keys, COUNTED_COLUMNS)) for (const row of rows) handle(row);
}
