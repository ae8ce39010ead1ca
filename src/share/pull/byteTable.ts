/**
 * Numbers runs of bytes in the order in which they come, without a string of each: a pull looks up
 * ten million. The fields of a run stand beside each other, so that one access brings all of them.
 */

import { drawSeed, mixed } from '../../engine/wordsByRow.ts';

/** Drawn by chance, so that nobody can write runs that share their hashes. */
export const [BASIS, MULTIPLIER] = drawSeed();

const LEAST_CAPACITY = 1 << 16;
/** The largest share of the places that may be taken. */
const MOST_LOAD = 0.5;
/** Fields of a run; those of its user begin at 3. */
const HASH = 0;
const FROM = 1;
const TO = 2;

export class ByteTable {
  size = 0;
  /** Fields of each run. */
  readonly width: number;
  /** Run after run: its hash, where its bytes begin and end, and the user's fields, 0 at first. */
  runs: Int32Array;
  /** By place: the number of the run, plus one; 0 for a free place. */
  #places = new Uint32Array(LEAST_CAPACITY / MOST_LOAD);
  bytes = Buffer.alloc(1 << 20);
  /** The bytes of all runs together. */
  length = 0;

  constructor(width: number) {
    this.width = width;
    this.runs = new Int32Array(LEAST_CAPACITY * width);
  }

  /** @param hash from BASIS on. @returns where its fields begin; `size` grows with a new one */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const own = mixed(hash, MULTIPLIER);
    const { runs, width } = this;
    const mask = this.#places.length - 1;
    let place = own & mask;
    for (let number = this.#places[place]!; number !== 0; number = this.#places[place]!) {
      const run = (number - 1) * width;
      if (runs[run + HASH] === own && this.#isAt(run, bytes, from, to)) return run;
      place = (place + 1) & mask;
    }
    this.#places[place] = this.size + 1;
    return this.#add(bytes, from, to, own);
  }

  /** Returns the bytes of a run, which are no copy. */
  bytesOf(run: number): Buffer {
    return this.bytes.subarray(this.runs[run + FROM], this.runs[run + TO]);
  }

  #isAt(run: number, bytes: Uint8Array, from: number, to: number): boolean {
    const { bytes: known, runs } = this;
    let own = runs[run + FROM]!;
    if (runs[run + TO]! - own !== to - from) return false;
    for (let at = from; at < to; at++) if (bytes[at] !== known[own++]) return false;
    return true;
  }

  #add(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const start = this.length;
    this.length += to - from;
    if (this.length > this.bytes.length) {
      const larger = Buffer.alloc(2 * this.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    for (let at = from; at < to; at++) this.bytes[start + at - from] = bytes[at]!;
    const run = this.size++ * this.width;
    this.runs[run + HASH] = hash;
    this.runs[run + FROM] = start;
    this.runs[run + TO] = this.length;
    if (this.size >= MOST_LOAD * this.#places.length) this.#grow();
    return run;
  }

  #grow(): void {
    const runs = new Int32Array(2 * this.runs.length);
    runs.set(this.runs);
    this.runs = runs;
    const places = new Uint32Array(2 * this.#places.length);
    for (let number = 1; number <= this.size; number++) {
      let place = runs[(number - 1) * this.width + HASH]! & (places.length - 1);
      while (places[place] !== 0) place = (place + 1) & (places.length - 1);
      places[place] = number;
    }
    this.#places = places;
  }
}

export function hashOfRun(bytes: Uint8Array, from: number, to: number): number {
  let hash = BASIS;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, MULTIPLIER);
  return hash;
}
