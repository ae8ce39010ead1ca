/**
 * Statistics of one view: how many rows, how long, in how many rows each term occurs, the mean vector. All are integers,
 * so that a row can be added and taken away again and the result is exactly that of counting from nothing.
 */

import { createHash } from 'node:crypto';
import type { ViewRecord } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
import { TermCounts } from './termCounts.ts';

/** What counting needs of a row. */
export type CountedRow = Pick<ChunkRow, 'chunkId' | 'contentHash' | 'searchText' | 'tokens' | 'vector'>;
export const COUNTED_COLUMNS = ['chunkId', 'contentHash', 'searchText', 'tokens', 'vector'] as const;

type Counts = Pick<ViewRecord, 'chunks' | 'tokens' | 'words' | 'hashes' | 'counts' | 'vectorSum' | 'rowsDigest'>;

/** float16 has 11 significant bits: 2^14 keeps every component of a unit vector that matters, exactly summable to 2^38 rows. */
const VECTOR_SCALE = 2 ** 14;

const SPACE = 32;
/** FNV's offset basis, as a signed number, and prime. */
const EMPTY_HASH = 0x811c9dc5 | 0;
const HASH_PRIME = 0x01000193;

const MOST_CHANGES = 100_000;

export class ViewStatistics {
  chunks = 0;
  tokens = 0;
  words = 0;
  private base: { hashes: Uint32Array; counts: Uint32Array };
  private changes = new TermCounts();
  private readonly vectorSum: Float64Array;
  private readonly rowsDigest: Uint32Array;

  /** @param from counts to go on from, or the number of dimensions to begin with none */
  constructor(from: Counts | number) {
    if (typeof from === 'number') {
      this.base = { hashes: new Uint32Array(0), counts: new Uint32Array(0) };
      this.vectorSum = new Float64Array(from);
      this.rowsDigest = new Uint32Array(4);
    } else {
      this.base = { hashes: from.hashes, counts: from.counts };
      this.chunks = from.chunks;
      this.tokens = from.tokens;
      this.words = from.words;
      this.vectorSum = from.vectorSum.slice();
      this.rowsDigest = from.rowsDigest.slice();
    }
  }

  add(row: CountedRow): void {
    this.count(row, 1);
  }

  remove(row: CountedRow): void {
    this.count(row, -1);
  }

  /** In how many rows of the view the term occurs. */
  frequency(term: string): number {
    const hash = hashOf(term);
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
    const scale = 1 / (VECTOR_SCALE * Math.max(1, this.chunks));
    return Float32Array.from(this.vectorSum, (sum) => sum * scale);
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

  private count(row: CountedRow, sign: 1 | -1): void {
    this.chunks += sign;
    this.tokens += sign * row.tokens;
    this.words += sign * this.countTerms(row.searchText, sign);
    if (this.changes.size > MOST_CHANGES) {
      // A counted place costs more than one in the sorted arrays.
      this.base = this.merged();
      this.changes = new TermCounts();
    }
    for (let at = 0; at < row.vector.length; at++)
      this.vectorSum[at]! += sign * Math.round(row.vector[at]! * VECTOR_SCALE);
    const digest = rowDigest(row);
    for (let lane = 0; lane < 4; lane++) this.rowsDigest[lane] = this.rowsDigest[lane]! + sign * digest[lane]!;
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
    const { hashes, counts } = this.base;
    let low = 0;
    let high = hashes.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = hashes[middle]!;
      if (at === hash) return counts[middle]!;
      if (at < hash) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }

  private merged(): { hashes: Uint32Array; counts: Uint32Array } {
    const changed = this.changes.hashes();
    const { hashes, counts } = this.base;
    const outHashes = new Uint32Array(hashes.length + changed.length);
    const outCounts = new Uint32Array(outHashes.length);
    let size = 0;
    const push = (hash: number, count: number): void => {
      if (count <= 0) return;
      outHashes[size] = hash;
      outCounts[size++] = count;
    };
    let at = 0;
    for (const hash of changed) {
      while (at < hashes.length && hashes[at]! < hash) push(hashes[at]!, counts[at++]!);
      const before = at < hashes.length && hashes[at] === hash ? counts[at++]! : 0;
      push(hash, before + this.changes.get(hash));
    }
    while (at < hashes.length) push(hashes[at]!, counts[at++]!);
    return { hashes: outHashes.slice(0, size), counts: outCounts.slice(0, size) };
  }
}

/** FNV-1a, 32 bits, over UTF-16 code units. Two terms that share a hash share a count: with 200,000 terms about five do. */
function hashOf(term: string): number {
  let hash = EMPTY_HASH;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), HASH_PRIME);
  return hash >>> 0;
}

/** Adds up as it does in the statistics, without the rest. */
export class RowsDigest {
  chunks = 0;
  readonly rowsDigest = new Uint32Array(4);

  add(row: Pick<CountedRow, 'chunkId' | 'contentHash' | 'vector'>): void {
    this.chunks += 1;
    const digest = rowDigest(row);
    for (let lane = 0; lane < 4; lane++) this.rowsDigest[lane] = this.rowsDigest[lane]! + digest[lane]!;
  }
}

function rowDigest(row: Pick<CountedRow, 'chunkId' | 'contentHash' | 'vector'>): Uint32Array {
  const { buffer, byteOffset, byteLength } = row.vector;
  const bytes = createHash('sha256')
    .update(`${row.chunkId} ${row.contentHash} `)
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest();
  return Uint32Array.from([0, 4, 8, 12], (at) => bytes.readUInt32LE(at));
}
