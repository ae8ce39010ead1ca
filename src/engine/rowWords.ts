/**
 * The words of a row as scoring and folding ask for them: how often a term is among them, which
 * there are, and whether those of two rows are the same.
 */

import type { ChunkRow } from '../base/types.ts';
import { occurrences } from '../base/words.ts';

export interface RowWords {
  /**
   * Returns how often each term stands among the words.
   * @param terms one list for many rows, which nobody changes; no term twice
   */
  counts(terms: readonly string[]): readonly number[];
  distinct(): ReadonlySet<string>;
  /** Their numbers, ascending, which need no names; `of` is what gave them. */
  readonly numbered?: { of: object; words: readonly number[] };
  /** Characters of the search text. */
  readonly length: number;
  /** 32 bits: see areSameWords. */
  readonly hash: number;
  /**
   * Not null once `distinct` was asked for words that are not there, and gave none that another row
   * has: brings them. Whatever was made of them meanwhile has to be made again.
   */
  readonly bring?: (() => Promise<void>) | null;
}

/** True for the same words in the same order. */
export function areSameWords(a: RowWords, b: RowWords): boolean {
  return a.hash === b.hash && a.length === b.length;
}

const known = new WeakMap<ChunkRow, RowWords>();

/** Returns the words of a row that is whole in memory. */
export function wordsOfRow(row: ChunkRow): RowWords {
  const made = known.get(row) ?? wordsIn(row.searchText);
  known.set(row, made);
  return made;
}

/** The row with its words, as queries ask for it. */
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

/** Returns 32 bits over the UTF-16 code units. No signature. */
export function hashOfText(text: string): number {
  if (text.length > units.length) units = new Uint16Array(2 * text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return hashOfTerms(ONLY, 1, { starts: Uint32Array.of(0, text.length + 1), units }).hash;
}

/** For one text after the other: a buffer of each would be memory outside of the heap. */
let units = new Uint16Array(1 << 12);

const ONLY = Int32Array.of(0);

/** Words, in one place: a space stands before each but the first. */
export interface TermUnits {
  /** By word, and one more: where its UTF-16 code units begin. */
  starts: Uint32Array;
  units: Uint16Array;
}

/**
 * `hashOfText` of words, by their numbers, that are joined by spaces; and the UTF-16 code units of
 * that text.
 */
export function hashOfTerms(
  terms: Int32Array,
  count: number,
  { starts, units }: TermUnits,
): { hash: number; characters: number } {
  // Signed numbers of this function's own: an engine computes with others as with fractions.
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
