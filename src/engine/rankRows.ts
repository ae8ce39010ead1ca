/**
 * The order of rows as candidates: BM25 over their words, the dot product of vectors, and the best
 * of many. The statistics are the caller's, whatever else
 * the store holds. Pure.
 */

import type { ChunkRow } from '../base/types.ts';
import { occurrences } from '../base/words.ts';
import type { FoundRow, IsWanted, SearchColumn, WordRanking } from './rowReader.ts';
import { withRowWords } from './rowWords.ts';

/** The constants of BM25, as most engines have them. */
const K1 = 1.2;
const B = 0.75;

/**
 * Returns what a term gives to a row that holds it `count` times among `words` words, before its
 * weight.
 */
export function saturation(count: number, words: number, averageWords: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * words) / averageWords));
}

/**
 * The terms in the order of the map, so that the sum has the same last digit wherever it is made.
 */
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
 * The dot product with the vector that begins at `start`; of unit vectors it is their cosine. Four
 * sums that do not wait for each other, in float64 and in one order: twice as fast as one, and the
 * same to the last digit wherever a row is.
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

// The best of many by score, ties by id: a function of the set, in whatever order its members come.
// Pure.

interface Scored {
  score: number;
  chunkId: string;
}

/** @returns negative when `a` comes first */
export function compareScored(a: Scored, b: Scored): number {
  return b.score - a.score || (a.chunkId < b.chunkId ? -1 : a.chunkId > b.chunkId ? 1 : 0);
}

/** Keeps the best `limit` of what is offered, in a heap whose root is the worst of them. */
export class BestOf<T extends Scored> {
  readonly #limit: number;
  readonly #heap: T[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The score below which a row is not kept: no need to make it. */
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

  /** Best first. */
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

// Rows that the table does not hold, those of uncommitted edits, take their places among the best
// of it. Pure.

/**
 * @param stored the best `limit` of the table
 * @param scoreOf as the table's rows are scored; null for a row that nothing speaks for
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
