/**
 * The words of a row, for scoring and for folding similar rows: how often it holds a term, which
 * words it has, and if two rows have the same ones.
 */

import type { ChunkRow } from '../base/types.ts';
import { occurrences } from '../base/words.ts';

export interface RowWords {
  /**
   * Returns how often the row holds each term.
   * @param terms a list without repetitions that is shared by many rows and never changed
   */
  counts(terms: readonly string[]): readonly number[];
  distinct(): ReadonlySet<string>;
  /**
   * The words by number, ascending, without names. Only numbers with the same `of` can be compared.
   */
  readonly numbered?: { of: object; words: readonly number[] };
  /** In UTF-16 code units of the search text. */
  readonly length: number;
  /** A 32-bit hash: see areSameWords. */
  readonly hash: number;
  /**
   * Fetches the words for `distinct`. It is set once `distinct` was called without having them:
   * that call returned a single word that no other row has, and everything made from it must be
   * made again.
   */
  readonly bring?: (() => Promise<void>) | null;
}

/** True if two rows have the same words in the same order. */
export function areSameWords(a: RowWords, b: RowWords): boolean {
  return a.hash === b.hash && a.length === b.length;
}

const known = new WeakMap<ChunkRow, RowWords>();

/** Makes the words of a row from its search text. */
export function wordsOfRow(row: ChunkRow): RowWords {
  const made = known.get(row) ?? wordsIn(row.searchText);
  known.set(row, made);
  return made;
}

/** Returns the row with its words, as queries want it. */
export function withRowWords(row: ChunkRow): ChunkRow & { words: RowWords } {
  return { ...row, words: wordsOfRow(row) };
}

export function wordsIn(searchText: string): RowWords {
  let distinct: ReadonlySet<string> | null = null;
  let hash: number | null = null;
  return {
    counts: (terms) => terms.map((term) => occurrences(searchText, term)),
    distinct: () => {
      distinct ??= new Set(searchText.split(' '));
      return distinct;
    },
    get hash() {
      hash ??= hashOfText(searchText);
      return hash;
    },
    length: searchText.length,
  };
}

/** Returns a 32-bit hash over the UTF-16 code units, which is not cryptographic. */
export function hashOfText(text: string): number {
  if (text.length > units.length) units = new Uint16Array(2 * text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return hashOfTerms(ONLY, 1, { starts: Uint32Array.of(0, text.length + 1), units }).hash;
}

/** Shared by all calls: a buffer for each text would take memory outside of the heap. */
let units = new Uint16Array(1 << 12);

const ONLY = Int32Array.of(0);

/** Many words in one buffer, with a space between them. */
export interface TermUnits {
  /** Where each word's code units begin, by number, and where the next one after the last would. */
  starts: Uint32Array;
  units: Uint16Array;
}

/**
 * Returns `hashOfText` of the words with these numbers, joined by spaces, and the length of that
 * text.
 */
export function hashOfTerms(
  terms: Int32Array,
  count: number,
  { starts, units }: TermUnits,
): { hash: number; characters: number } {
  // Small signed numbers: V8 computes with the unsigned ones as with fractions.
  const p = 0x01000193 | 0;
  const q = 0x5bd1e995 | 0;
  const r = 0x85ebca6b | 0;
  let a = 0x811c9dc5 | 0;
  let b = 0x2545f491 | 0;
  let c = 0x9e3779b9 | 0;
  let done = 0;
  for (let place = 0; place < count; place++) {
    const term = terms[place]!;
    const end = starts[term + 1]! - 1;
    for (let at = place === 0 ? starts[term]! : starts[term]! - 1; at < end; at++) {
      const code = units[at]!;
      a = Math.imul(a ^ code, p);
      b = Math.imul((b + code) | 0, q) ^ (b >>> 15);
      c = Math.imul(c ^ (code + done), r) ^ (c >>> 13);
      done = (done + 1) | 0;
    }
  }
  return { hash: (a ^ Math.imul(b, p) ^ Math.imul(c, q)) >>> 0, characters: done };
}
