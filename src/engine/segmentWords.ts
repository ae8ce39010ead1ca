/**
 * The words of a segment: its dictionary, the rows that hold each word, and the words of each row.
 */

import { countWhile, getOrMake } from '../base/lists.ts';
import { ByteReader, damaged, textIn } from './bytes.ts';
import type { RowWords } from './rowWords.ts';
import { MOST_CHARACTERS, TERMS_IN_BLOCK } from './segmentFile.ts';

/** The rows that hold a term, ascending, and how often each holds it. */
export interface TermRows {
  rows: Uint32Array;
  counts: Uint32Array;
}

/**
 * @throws CoraError BROKEN_INDEX for rows beyond the segment's, and for bytes that belong to no row
 */
export function rowsIn(bytes: Uint8Array, count: number, rowCount: number): TermRows {
  // Each row takes at least a byte.
  if (count > bytes.length) throw damaged();
  const found = { rows: new Uint32Array(count), counts: new Uint32Array(count) };
  const reader = new ByteReader(bytes);
  let at = 0;
  eachRow(reader, count, rowCount, (row, times) => {
    found.rows[at] = row;
    found.counts[at++] = times;
  });
  if (!reader.isAtEnd) throw damaged();
  return found;
}

/**
 * Calls back for each row of a word, with how often it holds the word.
 * @throws CoraError BROKEN_INDEX for rows beyond the segment's
 */
export function eachRow(
  reader: ByteReader,
  count: number,
  rowCount: number,
  see: (row: number, times: number) => void,
): void {
  let row = -1;
  for (let at = 0; at < count; at++) {
    const code = reader.varint();
    row += Math.floor(code / 2) + 1;
    if (row >= rowCount) throw damaged();
    const times = code % 2 === 0 ? 1 : reader.varint() + 2;
    if (times > MOST_CHARACTERS) throw damaged();
    see(row, times);
  }
}

interface AskedTerms {
  /** Word numbers, ascending. */
  numbers: readonly number[];
  /** For each number, the index of its term in the caller's list. */
  places: readonly number[];
}

interface TermEntry {
  term: number;
  /** The number of rows that hold it, and where its postings are. */
  rows: number;
  from: number;
  to: number;
}

/**
 * @param bytes the word; valid until the next one comes
 * @param rows how many rows hold it
 * @param from where its postings begin; they end at `to`
 * @param term its number
 */
export type SeeTerm = (bytes: Uint8Array, rows: number, from: number, to: number, term: number) => void;

const MOST_FOUND = 10_000;

/** Looks up words of a segment by name and by number. */
export class Dictionary {
  readonly #terms: number;
  readonly #index: Uint32Array;
  readonly #bytes: Uint8Array;
  readonly #names = new Map<number, string[]>();
  /** Terms that were looked up. Every row asks for the same terms of a question. */
  readonly #found = new Map<string, TermEntry | null>();
  readonly #asked = new WeakMap<readonly string[], AskedTerms>();

  constructor(terms: number, index: Uint32Array, bytes: Uint8Array) {
    this.#terms = terms;
    this.#index = index;
    this.#bytes = bytes;
  }

  find(term: string): TermEntry | null {
    const known = this.#found.get(term);
    if (known !== undefined) return known;
    const found = this.#lookUp(term);
    if (this.#found.size >= MOST_FOUND) this.#found.clear();
    this.#found.set(term, found);
    return found;
  }

  /** Returns those of the terms that the segment has. */
  known(terms: readonly string[]): AskedTerms {
    return getOrMake(this.#asked, terms, () => {
      const found = terms.flatMap((term, place) => {
        const entry = this.find(term);
        return entry === null ? [] : [{ number: entry.term, place }];
      });
      found.sort((a, b) => a.number - b.number);
      return { numbers: found.map(({ number }) => number), places: found.map(({ place }) => place) };
    });
  }

  #lookUp(term: string): TermEntry | null {
    const blocks = countWhile(Math.ceil(this.#terms / TERMS_IN_BLOCK), (block) => this.#firstOf(block) <= term);
    if (blocks === 0) return null;
    let found: TermEntry | null = null;
    this.#eachIn(blocks - 1, (word, rows, from, to, number) => {
      if (textIn(word, 0, word.length) === term) found = { term: number, rows, from, to };
    });
    return found;
  }

  nameOf(term: number): string {
    const block = Math.floor(term / TERMS_IN_BLOCK);
    const names = getOrMake(this.#names, block, () => {
      const made: string[] = [];
      this.#eachIn(block, (word) => void made.push(textIn(word, 0, word.length)));
      return made;
    });
    const name = names[term % TERMS_IN_BLOCK];
    if (name === undefined) throw damaged();
    return name;
  }

  /**
   * Calls `see` for all words in order.
   * @param wanted by block: the words of a block with a 0 are left out
   * @throws CoraError BROKEN_INDEX if the index is wrong
   */
  each(see: SeeTerm, wanted: Uint8Array | null = null): void {
    const index = this.#index;
    const blocks = Math.ceil(this.#terms / TERMS_IN_BLOCK);
    if (index[0] !== 0 || index[1] !== 0 || index[2 * blocks] !== this.#bytes.length) throw damaged();
    for (let block = 0; block < blocks; block++) if (wanted?.[block] !== 0) this.#eachIn(block, see);
  }

  #firstOf(block: number): string {
    const reader = new ByteReader(this.#bytes, this.#index[2 * block]!);
    reader.varint();
    return reader.utf8();
  }

  /** @throws CoraError BROKEN_INDEX if the block does not end where the next one begins */
  #eachIn(block: number, see: SeeTerm): void {
    const index = this.#index;
    const reader = new ByteReader(this.#bytes, index[2 * block]!);
    let from = index[2 * block + 1]!;
    let word = new Uint8Array(64);
    let length = 0;
    const last = Math.min(this.#terms, (block + 1) * TERMS_IN_BLOCK);
    for (let term = block * TERMS_IN_BLOCK; term < last; term++) {
      const shared = reader.varint();
      const rest = reader.varint();
      const at = reader.skip(rest);
      if (shared > length) throw damaged();
      length = shared + rest;
      if (length > word.length) {
        const longer = new Uint8Array(2 * length);
        longer.set(word);
        word = longer;
      }
      for (let place = 0; place < rest; place++) word[shared + place] = this.#bytes[at + place]!;
      const rows = reader.varint();
      const to = from + reader.varint();
      see(word.subarray(0, length), rows, from, to, term);
      from = to;
    }
    if (index[2 * block + 2] !== reader.at || index[2 * block + 3] !== from) throw damaged();
  }
}

/** Tells how often rows hold terms, in a segment without the words of each row. */
interface WordSource {
  /** @throws Error if the rows of the term were not read before */
  countIn(term: string, row: number): number;
  distinctOf(row: number): Promise<ReadonlySet<string>>;
}

/**
 * The words of a row in such a segment. The postings tell how often the row holds a term, and its
 * text tells which words it has.
 */
export class DerivedWords implements RowWords {
  readonly length: number;
  readonly hash: number;
  bring: (() => Promise<void>) | null = null;
  readonly #source: WordSource;
  readonly #row: number;
  #distinct: ReadonlySet<string> | null = null;

  constructor(source: WordSource, row: number, { length, hash }: Pick<RowWords, 'length' | 'hash'>) {
    this.#source = source;
    this.#row = row;
    this.length = length;
    this.hash = hash;
  }

  counts(terms: readonly string[]): number[] {
    return terms.map((term) => this.#source.countIn(term, this.#row));
  }

  distinct(): ReadonlySet<string> {
    if (this.#distinct !== null) return this.#distinct;
    this.bring = async () => {
      this.#distinct = await this.#source.distinctOf(this.#row);
      this.bring = null;
    };
    // No word holds a space, so no other row has this word.
    return new Set([` ${this.#row}`]);
  }
}

/** @param rows ascending @returns how often the row holds the term */
export function countIn({ rows, counts }: TermRows, row: number): number {
  const at = indexIn(rows, row);
  return at === -1 ? 0 : counts[at]!;
}

/** @returns the index of a number in an ascending list, or -1 */
function indexIn(ascending: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = ascending[middle]!;
    if (at === wanted) return middle;
    if (at < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/**
 * The words of a row as a segment stores them: numbers in its dictionary, ascending, each with its
 * count.
 */
export class SegmentWords implements RowWords {
  readonly #bytes: Uint8Array;
  readonly #dictionary: Dictionary;
  readonly length: number;
  readonly hash: number;
  #numbered: NonNullable<RowWords['numbered']> | null = null;
  #distinct: ReadonlySet<string> | null = null;
  #counted: { terms: readonly string[]; counts: readonly number[] } | null = null;

  /** @param length and hash of the search text, as in RowWords */
  constructor(bytes: Uint8Array, dictionary: Dictionary, { length, hash }: Pick<RowWords, 'length' | 'hash'>) {
    this.#bytes = bytes;
    this.#dictionary = dictionary;
    this.length = length;
    this.hash = hash;
    if (length > MOST_CHARACTERS) throw damaged();
  }

  counts(terms: readonly string[]): readonly number[] {
    if (this.#counted?.terms !== terms) this.#counted = { terms, counts: this.#count(terms) };
    return this.#counted.counts;
  }

  #count(terms: readonly string[]): number[] {
    const found = new Array<number>(terms.length).fill(0);
    const { numbers, places } = this.#dictionary.known(terms);
    const reader = new ByteReader(this.#bytes);
    // Both lists are ascending, so what stands behind the last asked word is not read.
    let word = -1;
    let asked = 0;
    while (asked < numbers.length && !reader.isAtEnd) {
      const code = reader.varint();
      word += Math.floor(code / 2) + 1;
      const count = code % 2 === 0 ? 1 : reader.varint() + 2;
      while (asked < numbers.length && numbers[asked]! < word) asked += 1;
      if (numbers[asked] === word) found[places[asked]!] = count;
    }
    return found;
  }

  distinct(): ReadonlySet<string> {
    this.#distinct ??= new Set(this.numbered.words.map((term) => this.#dictionary.nameOf(term)));
    return this.#distinct;
  }

  get numbered(): NonNullable<RowWords['numbered']> {
    if (this.#numbered !== null) return this.#numbered;
    let length = 0;
    eachWordOfRow(this.#bytes, (word) => {
      wordsOfOne[length++] = word;
    });
    this.#numbered = { of: this.#dictionary, words: wordsOfOne.slice(0, length) };
    return this.#numbered;
  }

  /** Returns the words by number, ascending, and how often the row holds each. */
  numbers(): { words: readonly number[]; counts: readonly number[] } {
    const words: number[] = [];
    const counts: number[] = [];
    eachWordOfRow(this.#bytes, (word, count) => {
      words.push(word);
      counts.push(count);
    });
    return { words, counts };
  }

  /** Returns the words sorted, not in the row's order; empty ones come last. */
  searchText(): string {
    const words: string[] = [];
    let length = -1;
    eachWordOfRow(this.#bytes, (term, count) => {
      const name = this.#dictionary.nameOf(term);
      length += count * (name.length + 1);
      if (length > this.length) throw damaged();
      for (let times = 0; times < count; times++) words.push(name);
    });
    return words.join(' ').padEnd(this.length);
  }
}

/** Takes the words of a row while they are read: a list that grows makes several lists. */
const wordsOfOne: number[] = [];

/** Calls `see` for the stored words of a row, by number, and how often the row holds each. */
export function eachWordOfRow(bytes: Uint8Array, see: (word: number, count: number) => void): void {
  const reader = new ByteReader(bytes);
  for (let word = -1; !reader.isAtEnd; ) {
    const code = reader.varint();
    word += Math.floor(code / 2) + 1;
    see(word, code % 2 === 0 ? 1 : reader.varint() + 2);
  }
}
