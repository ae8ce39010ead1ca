/**
 * Finds the words of each row in a segment that stores only the rows of each word. With these, a
 * pull can check that each row's text holds the words that find it, and Cora can take the rows over
 * without splitting their texts again.
 */

import { DEFINES, MAX_NAME, REFERS } from '../base/words.ts';
import { ByteReader, damaged, GrowingNumbers } from './bytes.ts';
import type { RowNumbers } from './rowColumns.ts';
import type { TermUnits } from './rowWords.ts';
import type { SegmentReader } from './segment.ts';
import type { CountedWords, SegmentBuilder } from './segmentBuilder.ts';
import type { SegmentHeader } from './segmentFile.ts';
import { eachRow, type SeeTerm, type SegmentWords } from './segmentWords.ts';

/**
 * The words of all rows, row after row, by their number in the dictionary. Threads share this
 * memory.
 */
export interface RowTerms {
  /** Where the words of each row begin, by row, and where the last ones end. */
  starts: Uint32Array;
  terms: Uint32Array;
  /** The number of times that the row holds each word. */
  counts: Uint32Array;
}

/** The most bytes of a word: of the longest name, with the prefix of definitions and mentions. */
const MOST_BYTES = 4 * (MAX_NAME + Math.max(DEFINES.length, REFERS.length));

/**
 * The most letters of all words for each byte of text. Every word stands in some text at least
 * once. A dictionary stores only how a word differs from the one before, so without this limit a
 * small one could hold very long words.
 */
const MOST_SPELT = 4;
const ALWAYS_SPELT = 2 ** 20;

export interface WordsByRow extends RowTerms {
  dictionary: SharedTerms;
}

/** @throws CoraError BROKEN_INDEX if a word could not be found by its name */
export async function readSharedTerms(segment: SegmentReader): Promise<SharedTerms> {
  mustHaveTerms(segment.header);
  const dictionary = new TermSharer(segment.header.terms);
  await eachWord(segment, (bytes) => dictionary.add(bytes));
  return dictionary.finish();
}

/**
 * @param addWord takes each word of the dictionary, in order, and throws if it does not come after
 * the word before: it could not be found by its name
 * @throws CoraError BROKEN_INDEX for a word without rows, and the errors of `addWord`
 */
export async function readRowTerms(segment: SegmentReader, addWord: (bytes: Uint8Array) => void): Promise<RowTerms> {
  const { rows } = segment.header;
  mustHaveTerms(segment.header);
  const postings = await segment.read('postings');
  const starts = sharedNumbers(rows + 1);
  const reader = new ByteReader(postings);
  const rowCounts = new GrowingNumbers();
  const countRow = (row: number): void => {
    starts[row + 1]! += 1;
  };
  await eachWord(segment, (bytes, count, from, to) => {
    if (count === 0 || from !== reader.at || to > postings.length) throw damaged();
    addWord(bytes);
    rowCounts.push(count);
    eachRow(reader, count, rows, countRow);
    if (reader.at !== to) throw damaged();
  });
  if (!reader.isAtEnd) throw damaged();
  for (let row = 0; row < rows; row++) starts[row + 1]! += starts[row]!;
  const next = starts.slice();
  const found = { starts, terms: sharedNumbers(starts[rows]!), counts: sharedNumbers(starts[rows]!) };
  let term = 0;
  const takeRow = (row: number, count: number): void => {
    const place = next[row]!++;
    found.terms[place] = term;
    found.counts[place] = count;
  };
  reader.at = 0;
  for (const count of rowCounts.finish()) {
    eachRow(reader, count, rows, takeRow);
    term += 1;
  }
  return found;
}

/** A row's words in the numbers of another segment's builder, and its tokens. */
export interface TakenRow {
  tokens: number;
  counted: CountedWords;
}

type TermNumbering = Pick<SegmentBuilder, 'termOf'>;
type WordsOf = (rows: readonly number[]) => Promise<Record<'words' | 'counts', ArrayLike<number>>[]>;

/**
 * Numbers the words of one segment's rows for the builder of another segment that takes these rows.
 */
export class TakenWords {
  readonly #numbers: RowNumbers;
  /** For each word its number in the builder. */
  readonly #numberOf: Uint32Array;
  readonly #wordsOf: WordsOf;

  private constructor(numbers: RowNumbers, numberOf: Uint32Array, wordsOf: WordsOf) {
    this.#numbers = numbers;
    this.#numberOf = numberOf;
    this.#wordsOf = wordsOf;
  }

  /** @throws CoraError BROKEN_INDEX for a wrong dictionary or wrong postings */
  static async of(segment: SegmentReader, builder: TermNumbering): Promise<TakenWords> {
    mustHaveTerms(segment.header);
    const numberOf = new GrowingNumbers();
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let before = '';
    const addWord = (bytes: Uint8Array): void => {
      const name = decoder.decode(bytes);
      if (name <= before) throw damaged();
      before = name;
      numberOf.push(builder.termOf(name));
    };
    const numbers = await segment.rowNumbers();
    if (!segment.header.omits.includes('words')) {
      await eachWord(segment, addWord);
      return new TakenWords(numbers, numberOf.finish(), async (rows) =>
        (await segment.columns(rows, ['words'])).map(({ words }) => (words as SegmentWords).numbers()),
      );
    }
    const { starts, terms, counts } = await readRowTerms(segment, addWord);
    return new TakenWords(numbers, numberOf.finish(), async (rows) =>
      rows.map((row) => ({
        words: terms.subarray(starts[row]!, starts[row + 1]!),
        counts: counts.subarray(starts[row]!, starts[row + 1]!),
      })),
    );
  }

  /** @throws CoraError BROKEN_INDEX for a word that the dictionary lacks */
  async ofRows(rows: readonly number[]): Promise<TakenRow[]> {
    const found = await this.#wordsOf(rows);
    return found.map(({ words, counts }, at) => {
      const of = (name: 'tokens' | 'words' | 'characters' | 'hash') => this.#numbers.of(name, rows[at]!);
      const terms = new Uint32Array(words.length);
      for (let word = 0; word < terms.length; word++) {
        const number = this.#numberOf[words[word]!];
        if (number === undefined) throw damaged();
        terms[word] = number;
      }
      const counted = { terms, counts, words: of('words'), characters: of('characters'), hash: of('hash') };
      return { tokens: of('tokens'), counted };
    });
  }
}

/** @throws CoraError BROKEN_INDEX if a word, or all of them together, are too long */
async function eachWord(segment: SegmentReader, see: SeeTerm): Promise<void> {
  const { sections } = segment.header;
  // Without texts, the size of the dictionary is the only measure.
  let room = ALWAYS_SPELT + MOST_SPELT * (sections.texts[1] || sections.terms[1]);
  await segment.eachTerm((bytes, count, from, to, term) => {
    room -= bytes.length;
    if (bytes.length > MOST_BYTES || room < 0) throw damaged();
    see(bytes, count, from, to, term);
  });
}

/** Each word takes four numbers of memory, so their number is checked before allocating. */
function mustHaveTerms({ terms, sections }: Pick<SegmentHeader, 'terms' | 'sections'>): void {
  if (4 * terms > sections.terms[1]) throw damaged();
}

function sharedNumbers(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * length));
}

// Finds words of a dictionary by their letters, in memory that threads share. Somebody else wrote
// them: they may have any length, and may be chosen to collide.

export interface SharedTerms extends TermUnits {
  /** For each place the number of its word plus one; 0 for a free place. */
  places: Uint32Array;
  seed: HashSeed;
}

/** A random basis and a random odd multiplier. */
export type HashSeed = readonly [basis: number, multiplier: number];

/** Draws random numbers, so that nobody can prepare words that collide. */
export function drawSeed(): HashSeed {
  const [basis, multiplier] = crypto.getRandomValues(new Int32Array(2));
  return [basis!, multiplier! | 1];
}

/**
 * The low bits of a product depend only on the low bits of its factors, so the high bits are mixed
 * in.
 */
export function mixed(hash: number, multiplier: number): number {
  return Math.imul(hash ^ (hash >>> 15), multiplier) ^ (hash >>> 16);
}

/** The number of a word that the dictionary does not have. */
export const UNKNOWN = -1;

const SPACE = 32;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Numbers words in their order, which is that of their code units. */
export class TermSharer {
  readonly #seed: HashSeed;
  readonly #starts: Uint32Array;
  readonly #places: Uint32Array;
  #units = new Uint16Array(1 << 16).fill(SPACE);
  #size = 0;

  /** @param terms the most words that will be added */
  constructor(terms: number, seed = drawSeed()) {
    this.#seed = seed;
    this.#starts = new Uint32Array(new SharedArrayBuffer(4 * (terms + 1)));
    this.#starts[0] = 1;
    // At most half of the places are used.
    this.#places = new Uint32Array(new SharedArrayBuffer(4 * 2 ** Math.ceil(Math.log2(2 * terms + 2))));
  }

  /** @throws CoraError BROKEN_INDEX if the word does not come after the one before */
  add(bytes: Uint8Array): void {
    const start = this.#starts[this.#size]!;
    const end = this.#write(bytes, start);
    const units = this.#units;
    if (this.#size > 0 && !isBehind(units, this.#starts[this.#size - 1]!, start, end)) throw damaged();
    this.#starts[++this.#size] = end + 1;
    const [basis, multiplier] = this.#seed;
    let hash = basis;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ units[at]!, multiplier);
    const mask = this.#places.length - 1;
    let place = mixed(hash, multiplier) & mask;
    while (this.#places[place] !== 0) place = (place + 1) & mask;
    this.#places[place] = this.#size;
  }

  finish(): SharedTerms {
    const units = new Uint16Array(new SharedArrayBuffer(2 * this.#starts[this.#size]!));
    units.set(this.#units.subarray(0, units.length));
    return { starts: this.#starts, units, places: this.#places, seed: this.#seed };
  }

  /** @returns the end of the word */
  #write(bytes: Uint8Array, start: number): number {
    if (start + bytes.length >= this.#units.length) {
      const larger = new Uint16Array(2 * (start + bytes.length)).fill(SPACE);
      larger.set(this.#units);
      this.#units = larger;
    }
    const units = this.#units;
    let at = 0;
    while (at < bytes.length && bytes[at]! < 0x80) units[start + at] = bytes[at++]!;
    if (at === bytes.length) return start + at;
    const text = decoder.decode(bytes);
    for (let unit = 0; unit < text.length; unit++) units[start + unit] = text.charCodeAt(unit);
    return start + text.length;
  }
}

/** True if the word at `start` comes after the word that ends one space before it. */
function isBehind(units: Uint16Array, before: number, start: number, end: number): boolean {
  for (let at = before; at < start - 1; at++) {
    const own = start + at - before;
    if (own === end) return false;
    if (units[at] !== units[own]) return units[at]! < units[own]!;
  }
  return end - start > start - 1 - before;
}

/** @returns the word's number, or UNKNOWN */
export function termNumber({ starts, units, places, seed: [basis, multiplier] }: SharedTerms, word: string): number {
  let hash = basis;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), multiplier);
  const mask = places.length - 1;
  for (let place = mixed(hash, multiplier) & mask; places[place] !== 0; place = (place + 1) & mask) {
    const term = places[place]! - 1;
    const start = starts[term]!;
    if (starts[term + 1]! - 1 - start !== word.length) continue;
    let at = 0;
    while (at < word.length && units[start + at] === word.charCodeAt(at)) at++;
    if (at === word.length) return term;
  }
  return UNKNOWN;
}
