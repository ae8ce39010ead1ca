/**
 * Numbers words in the order in which they come. They are looked up where they stand in a text,
 * without a string of their own: a build looks up a hundred million.
 */

/**
 * A basis and an odd multiplier of this process: nobody can write words that share their hashes.
 * Numbers of words do not depend on them.
 */
const [BASIS, MULTIPLIER] = Int32Array.from(
  crypto.getRandomValues(new Int32Array(2)),
  (bits) => bits | 1,
) as unknown as [number, number];

const SPACE = 32;
/** By code of ASCII. */
const IS_ALPHANUMERIC = Uint8Array.from({ length: 128 }, (_, code) => +/[A-Za-z0-9]/.test(String.fromCharCode(code)));
const LEAST_CAPACITY = 1024;
/** Share of the places that may be taken. */
const MOST_LOAD = 0.6;

export class TermTable {
  readonly names: string[] = [];
  /** By place: the number of the word, plus one; 0 for a free place. */
  #places = new Uint32Array(LEAST_CAPACITY);
  /** By word. */
  #hashes = new Int32Array(LEAST_CAPACITY);

  /**
   * Calls `count` with the number of each word between the spaces of a text.
   * @returns how many pieces there are between the spaces, empty ones included
   */
  eachIn(text: string, count: (term: number) => void): number {
    let pieces = 1;
    let start = 0;
    let hash = BASIS;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code !== SPACE) {
        hash = Math.imul(hash ^ code, MULTIPLIER);
        continue;
      }
      if (at > start) count(this.#numberOf(text, start, at, hash));
      start = at + 1;
      hash = BASIS;
      pieces += 1;
    }
    if (text.length > start) count(this.#numberOf(text, start, text.length, hash));
    return pieces;
  }

  /** Calls `use` with the number of each run of letters and digits of ASCII. */
  eachRun(text: string, use: (term: number) => void): void {
    let start = 0;
    let hash = BASIS;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < IS_ALPHANUMERIC.length && IS_ALPHANUMERIC[code] === 1) {
        hash = Math.imul(hash ^ code, MULTIPLIER);
        continue;
      }
      if (at > start) use(this.#numberOf(text, start, at, hash));
      start = at + 1;
      hash = BASIS;
    }
    if (text.length > start) use(this.#numberOf(text, start, text.length, hash));
  }

  numberOf(word: string): number {
    let hash = BASIS;
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), MULTIPLIER);
    return this.#numberOf(word, 0, word.length, hash);
  }

  #numberOf(text: string, from: number, to: number, mixed: number): number {
    // The low bits of what came out of the loop depend on the low bits of what went in alone.
    const hash = Math.imul(mixed ^ (mixed >>> 15), MULTIPLIER) ^ (mixed >>> 16);
    const mask = this.#places.length - 1;
    let place = hash & mask;
    for (let number = this.#places[place]!; number !== 0; number = this.#places[place]!) {
      const term = number - 1;
      if (this.#hashes[term] === hash && isAt(text, from, to, this.names[term]!)) return term;
      place = (place + 1) & mask;
    }
    const term = this.names.push(copyOf(text, from, to)) - 1;
    this.#places[place] = term + 1;
    this.#hashes[term] = hash;
    if (this.names.length > MOST_LOAD * this.#places.length) this.#grow();
    return term;
  }

  #grow(): void {
    const places = new Uint32Array(2 * this.#places.length);
    const hashes = new Int32Array(places.length);
    hashes.set(this.#hashes.subarray(0, this.names.length));
    for (let term = 0; term < this.names.length; term++) {
      let place = hashes[term]! & (places.length - 1);
      while (places[place] !== 0) place = (place + 1) & (places.length - 1);
      places[place] = term + 1;
    }
    this.#places = places;
    this.#hashes = hashes;
  }
}

function isAt(text: string, from: number, to: number, word: string): boolean {
  return word.length === to - from && text.startsWith(word, from);
}

/** A slice would keep the whole text in memory. */
function copyOf(text: string, from: number, to: number): string {
  return text.slice(from, to).split('').join('');
}

// In how many rows of a view each term occurs, and how that changes.

/** Sorted 32-bit hashes of terms, and in how many rows each occurs. */
export interface SortedCounts {
  hashes: Uint32Array;
  counts: Uint32Array;
}

/** Makes one change; terms between two that change are copied as they are. */
export function changedTerms(
  base: SortedCounts,
  change: { hashes: Uint32Array; counts: ArrayLike<number> },
  /** Takes the count before, 0 where there was none; null leaves the term out. */
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
    let next = from;
    while (next < base.hashes.length && base.hashes[next]! < hash) next += 1;
    copyTo(next);
    const before = base.hashes[from] === hash ? base.counts[from++]! : 0;
    const count = countOf(before, change.counts[at]!);
    if (count === null) continue;
    hashes[size] = hash;
    counts[size++] = count;
  }
  copyTo(base.hashes.length);
  return { hashes: hashes.slice(0, size), counts: counts.slice(0, size) };
}

/** Returns the terms of which the counts differ, as they are in `to`: 0 for one that is gone. */
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
