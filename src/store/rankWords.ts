/**
 * The order in which rows are candidates for a query's words: BM25 over a row's search text, with weights and an average that
 * the caller gives. LanceDB orders by the same formula (to 1e-4), but with statistics of whatever its table and its index hold
 * at the moment, so it only brings rows; this decides. Pure.
 */

import { occurrences } from '../base/words.ts';
import type { WordRanking } from './storePort.ts';

/** LanceDB's constants. */
const K1 = 1.2;
const B = 0.75;

/** What a term gives to a row that holds it `count` times among `words` words, before its weight. */
export function saturation(count: number, words: number, averageWords: number): number {
  return (count * (K1 + 1)) / (count + K1 * (1 - B + (B * words) / averageWords));
}

/** The terms in the order of the map, so that the sum has the same last digit wherever it is made. */
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
 * The dot product with the vector that begins at `start`; of unit vectors it is their cosine. Four sums that do not wait for each
 * other, in float64 and in one order: twice as fast as one, and the same to the last digit wherever a row is.
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
