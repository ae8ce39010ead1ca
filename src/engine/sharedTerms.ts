/**
 * The words of a dictionary by their letters, in memory that threads share. They were written by
 * somebody else: each is as long as its maker liked, and all of them may have been chosen for their
 * hashes.
 */

import { damaged } from './bytes.ts';
import type { TermUnits } from './rowWords.ts';

export interface SharedTerms extends TermUnits {
  /** By place: the number of the word, plus one; 0 for a free place. */
  places: Uint32Array;
  seed: HashSeed;
}

/** A basis and an odd multiplier. */
export type HashSeed = readonly [basis: number, multiplier: number];

/** Drawn by chance: nobody can write words that share their hashes. */
export function drawSeed(): HashSeed {
  const [basis, multiplier] = crypto.getRandomValues(new Int32Array(2));
  return [basis!, multiplier! | 1];
}

/** The low bits of what came out of a loop depend on the low bits of what went in alone. */
export function mixed(hash: number, multiplier: number): number {
  return Math.imul(hash ^ (hash >>> 15), multiplier) ^ (hash >>> 16);
}

/** A word that the dictionary does not have. */
export const UNKNOWN = -1;

const SPACE = 32;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Numbers words in the order in which they come, which is that of their code units. */
export class TermSharer {
  readonly #seed: HashSeed;
  readonly #starts: Uint32Array;
  readonly #places: Uint32Array;
  #units = new Uint16Array(1 << 16).fill(SPACE);
  #size = 0;

  /** @param terms there are no more of them */
  constructor(terms: number, seed = drawSeed()) {
    this.#seed = seed;
    this.#starts = new Uint32Array(new SharedArrayBuffer(4 * (terms + 1)));
    this.#starts[0] = 1;
    // At most half of the places are taken.
    this.#places = new Uint32Array(new SharedArrayBuffer(4 * 2 ** Math.ceil(Math.log2(2 * terms + 2))));
  }

  /** @throws CoraError BROKEN_INDEX for a word that does not follow the one before */
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

  /** @returns where the word ends */
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

/** True if the word from `start` on comes after the one that ends a space before it. */
function isBehind(units: Uint16Array, before: number, start: number, end: number): boolean {
  for (let at = before; at < start - 1; at++) {
    const own = start + at - before;
    if (own === end) return false;
    if (units[at] !== units[own]) return units[at]! < units[own]!;
  }
  return end - start > start - 1 - before;
}

/** @returns the number of a word, or UNKNOWN */
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
