/**
 * Numbers words in the order in which they first occur. Words are looked up where they stand in a
 * text, without making a string: a build looks up a hundred million. A lone surrogate, which Cora's
 * words never hold, counts as U+FFFD.
 */

/**
 * Two random numbers of this process, for the hash: nobody can prepare words that collide. They do
 * not affect a word's number. They are drawn with the first table, because most commands make none.
 */
let seeds: Int32Array | undefined;

function seedAt(at: 0 | 1): number {
  seeds ??= crypto.getRandomValues(new Int32Array(2)).map((bits) => bits | 1);
  return seeds[at]!;
}

const NEITHER = 0;
const DIGIT = 1;
/** A character that an identifier may begin with. */
const LETTER = 2;
/** The kind of each byte of UTF-8: `0-9`, `A-Z`, `a-z`; all others are 0. */
const KINDS_IN_RUNS = new Uint8Array(256).fill(DIGIT, 48, 58).fill(LETTER, 65, 91).fill(LETTER, 97, 123);
/** The kinds with `$` and `_` as letters. */
const KINDS = KINDS_IN_RUNS.slice().fill(LETTER, 36, 37).fill(LETTER, 95, 96);
/** Every byte but the space belongs to a word. */
const KINDS_IN_WORDS = new Uint8Array(256).fill(LETTER).fill(NEITHER, 32, 33);
const LEAST_CAPACITY = 1024;
/** The share of places that may be taken before the table grows. */
const MOST_LOAD = 0.6;
/** The most bytes of UTF-8 for one UTF-16 code unit. */
const MOST_BYTES = 3;

/**
 * A text of fewer characters is copied by a loop, which takes less time than a call of the encoder.
 */
const SHORT = 32;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export class TermTable {
  readonly names: string[] = [];
  readonly #basis = seedAt(0);
  readonly #multiplier = seedAt(1);
  /** For each place the number of its word plus one; 0 for a free place. */
  #places = new Uint32Array(LEAST_CAPACITY);
  /** The hash of each word, by number. */
  #hashes = new Int32Array(LEAST_CAPACITY);
  /** Where each word begins in `#letters`, by number, and where the last one ends. */
  #starts = new Uint32Array(LEAST_CAPACITY);
  #letters = new Uint8Array(LEAST_CAPACITY);
  /** The current text in UTF-8: bytes are read in half the time of a string's characters. */
  #text = new Uint8Array(LEAST_CAPACITY);

  /**
   * Calls `use` with the number of each word between the spaces of a text.
   * @returns the number of pieces between the spaces, empty ones included
   */
  eachIn(text: string, use: (term: number) => void): number {
    return this.#eachOf(KINDS_IN_WORDS, text, use);
  }

  /** Calls `use` with the number of each run of letters and digits of ASCII. */
  eachRun(text: string, use: (term: number) => void): void {
    this.#eachOf(KINDS_IN_RUNS, text, use);
  }

  #eachOf(kinds: Uint8Array, text: string, use: (term: number) => void): number {
    const length = this.#read(text);
    const bytes = this.#text;
    const [basis, multiplier] = [this.#basis, this.#multiplier];
    let pieces = 1;
    let start = 0;
    let hash = basis;
    for (let at = 0; at < length; at++) {
      const byte = bytes[at]!;
      if (kinds[byte] !== NEITHER) {
        hash = Math.imul(hash ^ byte, multiplier);
        continue;
      }
      if (at > start) use(this.#numberOf(bytes, start, at, hash));
      start = at + 1;
      hash = basis;
      pieces += 1;
    }
    if (length > start) use(this.#numberOf(bytes, start, length, hash));
    return pieces;
  }

  /**
   * Calls `use` with the number of each identifier and number in a text of ASCII, as words.ts finds
   * them: `[A-Za-z_$][\w$]*|\d+`.
   */
  eachIdentifier(text: string, use: (term: number) => void): void {
    const length = this.#read(text);
    const bytes = this.#text;
    const [basis, multiplier] = [this.#basis, this.#multiplier];
    let start = -1;
    let isNumber = false;
    let hash = basis;
    for (let at = 0; at < length; at++) {
      const byte = bytes[at]!;
      const kind = KINDS[byte]!;
      if (start !== -1 && (kind === NEITHER || (isNumber && kind === LETTER))) {
        use(this.#numberOf(bytes, start, at, hash));
        start = -1;
      }
      if (kind === NEITHER) continue;
      if (start === -1) {
        start = at;
        isNumber = kind === DIGIT;
        hash = basis;
      }
      hash = Math.imul(hash ^ byte, multiplier);
    }
    if (start !== -1) use(this.#numberOf(bytes, start, length, hash));
  }

  numberOf(word: string): number {
    const length = this.#read(word);
    const bytes = this.#text;
    let hash = this.#basis;
    for (let at = 0; at < length; at++) hash = Math.imul(hash ^ bytes[at]!, this.#multiplier);
    return this.#numberOf(bytes, 0, length, hash);
  }

  /** @returns the number of its bytes */
  #read(text: string): number {
    const most = MOST_BYTES * text.length;
    if (most > this.#text.length) this.#text = new Uint8Array(2 * most);
    if (text.length <= SHORT && this.#readAscii(text)) return text.length;
    return encoder.encodeInto(text, this.#text).written;
  }

  /** @returns false where the text is not ASCII */
  #readAscii(text: string): boolean {
    const bytes = this.#text;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code >= 0x80) return false;
      bytes[at] = code;
    }
    return true;
  }

  #numberOf(bytes: Uint8Array, from: number, to: number, mixed: number): number {
    // The low bits of a product depend only on the low bits of its factors, so the high bits are
    // mixed in.
    const hash = Math.imul(mixed ^ (mixed >>> 15), this.#multiplier) ^ (mixed >>> 16);
    const mask = this.#places.length - 1;
    let place = hash & mask;
    for (let number = this.#places[place]!; number !== 0; number = this.#places[place]!) {
      const term = number - 1;
      if (this.#hashes[term] === hash && this.#isAt(bytes, from, to, term)) return term;
      place = (place + 1) & mask;
    }
    const term = this.names.length;
    this.#learn(bytes.subarray(from, to));
    this.#places[place] = term + 1;
    this.#hashes[term] = hash;
    if (this.names.length > MOST_LOAD * this.#places.length) this.#grow();
    return term;
  }

  #isAt(bytes: Uint8Array, from: number, to: number, term: number): boolean {
    let letter = this.#starts[term]!;
    if (this.#starts[term + 1]! - letter !== to - from) return false;
    for (let at = from; at < to; at++) if (bytes[at] !== this.#letters[letter++]) return false;
    return true;
  }

  #learn(word: Uint8Array): void {
    const start = this.#starts[this.names.length]!;
    const end = start + word.length;
    if (end > this.#letters.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#letters.subarray(0, start));
      this.#letters = larger;
    }
    this.#letters.set(word, start);
    this.names.push(decoder.decode(word));
    this.#starts[this.names.length] = end;
  }

  #grow(): void {
    const places = new Uint32Array(2 * this.#places.length);
    const hashes = new Int32Array(places.length);
    const starts = new Uint32Array(places.length);
    hashes.set(this.#hashes.subarray(0, this.names.length));
    starts.set(this.#starts.subarray(0, this.names.length + 1));
    for (let term = 0; term < this.names.length; term++) {
      let place = hashes[term]! & (places.length - 1);
      while (places[place] !== 0) place = (place + 1) & (places.length - 1);
      places[place] = term + 1;
    }
    this.#places = places;
    this.#hashes = hashes;
    this.#starts = starts;
  }
}

/** Sorted 32-bit hashes of terms, and the number of rows in which each occurs. */
export interface SortedCounts {
  hashes: Uint32Array;
  counts: Uint32Array;
}

/** Changes counts, in one pass over both. Long runs without a change are copied at once. */
export function changedTerms(
  base: SortedCounts,
  change: { hashes: Uint32Array; counts: ArrayLike<number> },
  /** Takes the old count, 0 for a new term. Null removes the term. */
  countOf: (before: number, change: number) => number | null,
): SortedCounts {
  const hashes = new Uint32Array(base.hashes.length + change.hashes.length);
  const counts = new Uint32Array(hashes.length);
  let [from, size] = [0, 0];
  const copyTo = (to: number): void => {
    hashes.set(base.hashes.subarray(from, to), size);
    counts.set(base.counts.subarray(from, to), size);
    size += to - from;
    from = to;
  };
  for (let at = 0; at < change.hashes.length; at++) {
    const hash = change.hashes[at]!;
    while (base.hashes[from + LONG_RUN]! < hash) {
      let long = LONG_RUN;
      while (base.hashes[from + 2 * long]! < hash) long *= 2;
      copyTo(from + long + 1);
    }
    for (; from < base.hashes.length && base.hashes[from]! < hash; from++) {
      hashes[size] = base.hashes[from]!;
      counts[size++] = base.counts[from]!;
    }
    const before = base.hashes[from] === hash ? base.counts[from++]! : 0;
    const count = countOf(before, change.counts[at]!);
    if (count === null) continue;
    hashes[size] = hash;
    counts[size++] = count;
  }
  copyTo(base.hashes.length);
  return { hashes: hashes.subarray(0, size), counts: counts.subarray(0, size) };
}

/** From this length on, copying a run at once is faster than its numbers one by one. */
const LONG_RUN = 32;

/** Returns the terms whose counts differ, with the counts in `to`; 0 for a removed one. */
export function differentTerms(from: SortedCounts, to: SortedCounts): SortedCounts {
  const hashes: number[] = [];
  const counts: number[] = [];
  let at = 0;
  for (let other = 0; other <= to.hashes.length; other++) {
    const hash = to.hashes[other] ?? Number.POSITIVE_INFINITY;
    for (; at < from.hashes.length && from.hashes[at]! < hash; at++) {
      hashes.push(from.hashes[at]!);
      counts.push(0);
    }
    if (other === to.hashes.length) break;
    const before = from.hashes[at] === hash ? from.counts[at++] : 0;
    if (before === to.counts[other]) continue;
    hashes.push(hash);
    counts.push(to.counts[other]!);
  }
  return { hashes: Uint32Array.from(hashes), counts: Uint32Array.from(counts) };
}
