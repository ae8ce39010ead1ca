/**
 * Ranks rows as candidates: BM25 over words, dot products of vectors, and the best of many. The
 * caller brings the statistics, so other rows of the store change nothing. Pure.
 */

import type { ChunkRow } from '../base/types.ts';
import { occurrences } from '../base/words.ts';
import type { FoundRow, IsWanted, SearchColumn, WordRanking } from './rowReader.ts';
import { withRowWords } from './rowWords.ts';

/** The usual constants of BM25. */
const K1 = 1.2;
const B = 0.75;

/**
 * Returns the BM25 share of a term that a row with `words` words holds `count` times, without the
 * term's weight.
 */
export function saturation(count: number, words: number, averageWords: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * words) / averageWords));
}

/** Adds terms in the order of the map, so that every machine gets the same last digit. */
export function scoreRow(searchText: string, { weights, averageWords }: WordRanking): number {
  const words = searchText.split(' ').length;
  let score = 0;
  for (const [term, weight] of weights) {
    const count = occurrences(searchText, term);
    if (count > 0) score += weight * saturation(count, words, averageWords);
  }
  return score;
}

/**
 * Returns the dot product with the vector at `start`; for unit vectors, the cosine. It adds four
 * independent sums in float64, always in the same order: twice as fast as one sum, with the same
 * last digit everywhere.
 */
export function dotProduct(query: Float32Array, vectors: Float32Array | Int8Array, start: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let at = 0;
  for (; at + 3 < query.length; at += 4) {
    const row = start + at;
    a += query[at]! * vectors[row]!;
    b += query[at + 1]! * vectors[row + 1]!;
    c += query[at + 2]! * vectors[row + 2]!;
    d += query[at + 3]! * vectors[row + 3]!;
  }
  for (; at < query.length; at++) a += query[at]! * vectors[start + at]!;
  return a + b + (c + d);
}

// Finds the best of many by score; ties are ordered by id. The order in which they are offered does
// not matter. Pure.

interface Scored {
  score: number;
  chunkId: string;
}

/** @returns a negative number if `a` comes first */
export function compareScored(a: Scored, b: Scored): number {
  return b.score - a.score || (a.chunkId < b.chunkId ? -1 : a.chunkId > b.chunkId ? 1 : 0);
}

/** Keeps the best `limit` items in a heap whose root is the worst of them. */
export class BestOf<T extends Scored> {
  readonly #limit: number;
  readonly #heap: T[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A row with a lower score is not kept, so the caller need not make it. */
  get floor(): number {
    return this.#heap.length < this.#limit ? Number.NEGATIVE_INFINITY : this.#heap[0]!.score;
  }

  offer(one: T): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push(one);
      this.#rise(heap.length - 1);
    } else if (heap.length > 0 && compareScored(one, heap[0]!) < 0) {
      heap[0] = one;
      this.#sink();
    }
  }

  /** Returns the items, best first. */
  sorted(): T[] {
    return [...this.#heap].sort(compareScored);
  }

  #rise(from: number): void {
    const heap = this.#heap;
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (compareScored(heap[at]!, heap[parent]!) <= 0) return;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && compareScored(heap[child]!, heap[worst]!) > 0) worst = child;
      }
      if (worst === at) return;
      [heap[at], heap[worst]] = [heap[worst]!, heap[at]!];
      at = worst;
    }
  }
}

// Ranks rows of uncommitted edits, which the table does not hold, among the table's best rows.
// Pure.

/**
 * @param stored the table's best `limit` rows
 * @param scoreOf scores a row in the way of the table; null for a row without any match
 * @returns the best `limit` of both
 */
export function bestBeside<C extends SearchColumn>(
  stored: FoundRow<C>[],
  beside: readonly ChunkRow[],
  isWanted: IsWanted,
  scoreOf: (row: ChunkRow) => number | null,
  limit: number,
): FoundRow<C>[] {
  const found = beside.flatMap((row) => {
    const score = scoreOf(row);
    const candidate = score === null ? null : { ...withRowWords(row), score };
    return candidate !== null && isWanted(candidate) ? [candidate] : [];
  });
  return found.length === 0 ? stored : [...stored, ...(found as FoundRow<C>[])].sort(compareScored).slice(0, limit);
}
