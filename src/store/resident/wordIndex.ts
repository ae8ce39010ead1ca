/**
 * An inverted index in memory: for each word the rows that hold it, and how often. Rows are
 * numbered in the order in which they were added. Words are told apart by two 32-bit hashes of
 * their bytes: no word becomes a string while the index is made.
 */

import { saturation, type WordRanking } from '../rankRows.ts';

const SPACE = 32;
const MOST_COUNTED = 0xffff;

/** Holds where the rows of each word stand: word after word, rows ascending. */
interface Postings {
  /** By word, and one more: where its rows begin. */
  starts: Uint32Array;
  rows: Uint32Array;
  counts: Uint16Array;
}

export class WordIndex {
  readonly #words: HashedWords;
  readonly #postings: Postings;
  /** By row. */
  readonly #lengths: Uint32Array;
  /** By row; zero between searches. */
  readonly #sums: Float64Array;

  constructor(words: HashedWords, postings: Postings, lengths: Uint32Array) {
    this.#words = words;
    this.#postings = postings;
    this.#lengths = lengths;
    this.#sums = new Float64Array(lengths.length);
  }

  /** Calls back for each row with any of the terms, with the score that `scoreRow` gives it. */
  score({ weights, averageWords }: WordRanking, found: (row: number, score: number) => void): void {
    const { starts, rows, counts } = this.#postings;
    const sums = this.#sums;
    const touched: number[] = [];
    for (const [term, weight] of weights) {
      const word = this.#wordOf(term);
      if (word === -1 || weight <= 0) continue;
      for (let at = starts[word]!; at < starts[word + 1]!; at++) {
        const row = rows[at]!;
        if (sums[row] === 0) touched.push(row);
        sums[row] = sums[row]! + weight * saturation(counts[at]!, this.#lengths[row]!, averageWords);
      }
    }
    for (const row of touched) {
      found(row, sums[row]!);
      sums[row] = 0;
    }
  }

  #wordOf(term: string): number {
    const bytes = Buffer.from(term);
    return this.#words.find(bytes, 0, bytes.length);
  }
}

/** Pairs are kept in blocks: one list that grows would be there twice each time. */
const BLOCK = 1 << 20;

interface PairBlock {
  words: Uint32Array;
  counts: Uint16Array;
}

export class WordIndexBuilder {
  readonly #words = new HashedWords();
  /** By word: the last row that held it, and its place among the pairs. */
  #lastRow = new Int32Array(1 << 12).fill(-1);
  #lastPair = new Uint32Array(1 << 12);
  /** By pair of row and word, row after row. */
  readonly #blocks: PairBlock[] = [];
  #pairs = 0;
  /** By row: how many pairs there are before its own. */
  readonly #firstPairs: number[] = [];
  readonly #lengths: number[] = [];

  /** The next row: words in UTF-8, separated by single spaces. */
  add(bytes: Uint8Array, start: number, end: number): void {
    const row = this.#lengths.length;
    this.#firstPairs.push(this.#pairs);
    let words = 0;
    for (let from = start; from <= end; ) {
      let to = from;
      while (to < end && bytes[to] !== SPACE) to += 1;
      if (to > from) this.#count(row, this.#words.intern(bytes, from, to));
      words += 1;
      from = to + 1;
    }
    this.#lengths.push(words);
  }

  #count(row: number, word: number): void {
    if (word >= this.#lastRow.length) {
      this.#lastRow = grown(this.#lastRow, new Int32Array(2 * this.#lastRow.length).fill(-1));
      this.#lastPair = grown(this.#lastPair, new Uint32Array(2 * this.#lastPair.length));
    }
    if (this.#lastRow[word] === row) {
      const pair = this.#lastPair[word]!;
      const { counts } = this.#blocks[Math.floor(pair / BLOCK)]!;
      if (counts[pair % BLOCK]! < MOST_COUNTED) counts[pair % BLOCK]! += 1;
      return;
    }
    const pair = this.#pairs++;
    if (pair % BLOCK === 0) this.#blocks.push({ words: new Uint32Array(BLOCK), counts: new Uint16Array(BLOCK) });
    const block = this.#blocks.at(-1)!;
    block.words[pair % BLOCK] = word;
    block.counts[pair % BLOCK] = 1;
    this.#lastRow[word] = row;
    this.#lastPair[word] = pair;
  }

  /**
   * Sorts the pairs by word; they stand in the order of their rows already. Nothing can be added
   * afterwards.
   */
  finish(): WordIndex {
    const starts = new Uint32Array(this.#words.size + 1);
    this.#eachPair((word) => {
      starts[word + 1]! += 1;
    });
    for (let word = 0; word < this.#words.size; word++) starts[word + 1]! += starts[word]!;
    const next = starts.slice();
    const rows = new Uint32Array(this.#pairs);
    const counts = new Uint16Array(this.#pairs);
    this.#firstPairs.push(this.#pairs);
    let row = 0;
    this.#eachPair((word, count, pair) => {
      while (this.#firstPairs[row + 1]! <= pair) row += 1;
      const at = next[word]!++;
      rows[at] = row;
      counts[at] = count;
    });
    return new WordIndex(this.#words, { starts, rows, counts }, Uint32Array.from(this.#lengths));
  }

  #eachPair(handle: (word: number, count: number, pair: number) => void): void {
    for (let pair = 0; pair < this.#pairs; pair++) {
      const { words, counts } = this.#blocks[Math.floor(pair / BLOCK)]!;
      handle(words[pair % BLOCK]!, counts[pair % BLOCK]!, pair);
    }
  }
}

function grown<T extends Int32Array | Uint32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/** Numbers words from 0 in the order in which they come. Open addressing. */
class HashedWords {
  size = 0;
  /** Word + 1; 0 is free. A power of two long. */
  #slots = new Int32Array(1 << 14);
  #first = new Int32Array(1 << 12);
  #second = new Int32Array(1 << 12);
  readonly #hashes = { first: 0, second: 0 };

  /** @returns -1 for a word that was never interned */
  find(bytes: Uint8Array, from: number, to: number): number {
    return this.#slots[this.#slotOf(bytes, from, to)]! - 1;
  }

  intern(bytes: Uint8Array, from: number, to: number): number {
    const slot = this.#slotOf(bytes, from, to);
    const known = this.#slots[slot]!;
    if (known !== 0) return known - 1;
    if (this.size === this.#first.length) {
      this.#first = grown(this.#first, new Int32Array(2 * this.size));
      this.#second = grown(this.#second, new Int32Array(2 * this.size));
    }
    this.#first[this.size] = this.#hashes.first;
    this.#second[this.size] = this.#hashes.second;
    this.#slots[slot] = ++this.size;
    if (2 * this.size > this.#slots.length) this.#rehash();
    return this.size - 1;
  }

  /** The word's slot, or the free one where it belongs; leaves its hashes behind. */
  #slotOf(bytes: Uint8Array, from: number, to: number): number {
    let first = FNV_OFFSET;
    let second = 0;
    for (let at = from; at < to; at++) {
      first = Math.imul(first ^ bytes[at]!, FNV_PRIME);
      second = (Math.imul(second, MULTIPLIER) + bytes[at]!) | 0;
    }
    this.#hashes.first = first;
    this.#hashes.second = second;
    return this.#probe(first, second);
  }

  #probe(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = (first ^ (first >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const word = this.#slots[slot]! - 1;
      if (word === -1 || (this.#first[word] === first && this.#second[word] === second)) return slot;
    }
  }

  #rehash(): void {
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let word = 0; word < this.size; word++) {
      this.#slots[this.#probe(this.#first[word]!, this.#second[word]!)] = word + 1;
    }
  }
}

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
const MULTIPLIER = 0x5bd1e995;
