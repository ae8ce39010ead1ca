/**
 * Numbers runs of bytes in the order in which they come, without a string of each: a pull looks up
 * ten million.
 */

/**
 * A basis and an odd multiplier of this process: nobody can write runs that share their hashes.
 */
export const [BASIS, MULTIPLIER] = Int32Array.from(
  crypto.getRandomValues(new Int32Array(2)),
  (bits) => bits | 1,
) as unknown as [number, number];

const LEAST_CAPACITY = 1 << 17;
/** Share of the places that may be taken. */
const MOST_LOAD = 0.5;

export class ByteTable {
  size = 0;
  /** By place: the number of the run, plus one; 0 for a free place. */
  #places = new Uint32Array(LEAST_CAPACITY);
  /** By run: its hash, and where its bytes begin and end. */
  #hashes = new Int32Array(LEAST_CAPACITY);
  #ends = new Uint32Array(LEAST_CAPACITY + 1);
  #bytes = new Uint8Array(1 << 20);

  /** The bytes of all runs together. */
  get bytes(): number {
    return this.#ends[this.size]!;
  }

  /** @param mixed as of `hashOfRun` @returns its number; `size` before for a new one */
  numberOf(bytes: Uint8Array, from: number, to: number, mixed: number): number {
    // The low bits of what came out of the loop depend on the low bits of what went in alone.
    const hash = Math.imul(mixed ^ (mixed >>> 15), MULTIPLIER) ^ (mixed >>> 16);
    const mask = this.#places.length - 1;
    let place = hash & mask;
    for (let number = this.#places[place]!; number !== 0; number = this.#places[place]!) {
      if (this.#hashes[number - 1] === hash && this.#isAt(number - 1, bytes, from, to)) return number - 1;
      place = (place + 1) & mask;
    }
    const start = this.bytes;
    while (start + to - from > this.#bytes.length) this.#bytes = doubled(this.#bytes);
    for (let at = from; at < to; at++) this.#bytes[start + at - from] = bytes[at]!;
    const number = this.size++;
    this.#places[place] = number + 1;
    this.#hashes[number] = hash;
    this.#ends[number + 1] = start + to - from;
    if (this.size > MOST_LOAD * this.#places.length) this.#grow();
    return number;
  }

  /** Returns the bytes of a run, which are no copy. */
  bytesOf(number: number): Uint8Array {
    return this.#bytes.subarray(this.#ends[number], this.#ends[number + 1]);
  }

  #isAt(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    let own = this.#ends[number]!;
    if (this.#ends[number + 1]! - own !== to - from) return false;
    for (let at = from; at < to; at++) if (bytes[at] !== this.#bytes[own++]) return false;
    return true;
  }

  #grow(): void {
    const places = new Uint32Array(2 * this.#places.length);
    for (let number = 0; number < this.size; number++) {
      let place = this.#hashes[number]! & (places.length - 1);
      while (places[place] !== 0) place = (place + 1) & (places.length - 1);
      places[place] = number + 1;
    }
    this.#places = places;
    const [hashes, ends] = [new Int32Array(places.length), new Uint32Array(places.length + 1)];
    hashes.set(this.#hashes);
    ends.set(this.#ends);
    this.#hashes = hashes;
    this.#ends = ends;
  }
}

export function hashOfRun(bytes: Uint8Array): number {
  let hash = BASIS;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at]!, MULTIPLIER);
  return hash;
}

function doubled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length);
  larger.set(bytes);
  return larger;
}
