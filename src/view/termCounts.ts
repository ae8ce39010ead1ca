/**
 * In how many rows each 32-bit hash of a term occurs: open addressing in typed arrays, because a repository has a hundred million
 * words, and a Map of numbers takes five times as long and as much room.
 */

const LEAST_CAPACITY = 1024;
/** Share of the places that may be taken. */
const MOST_LOAD = 0.6;

export class TermCounts {
  /** How many hashes have a place. */
  size = 0;
  #hashes = new Uint32Array(LEAST_CAPACITY);
  #counts = new Int32Array(LEAST_CAPACITY);
  /** The row that counted last; 0 for a free place. */
  #rows = new Int32Array(LEAST_CAPACITY);
  #row = 0;

  /** Hashes are counted once from here to the next row. */
  nextRow(): void {
    this.#row += 1;
  }

  /** @param change 1 or -1 */
  count(hash: number, change: number): void {
    const at = this.#placeOf(hash);
    const last = this.#rows[at];
    if (last === this.#row) return;
    this.#rows[at] = this.#row;
    if (last !== 0) {
      this.#counts[at]! += change;
      return;
    }
    this.#hashes[at] = hash;
    this.#counts[at] = change;
    this.size += 1;
    if (this.size > MOST_LOAD * this.#hashes.length) this.#grow();
  }

  get(hash: number): number {
    // A free place counts 0.
    return this.#counts[this.#placeOf(hash)]!;
  }

  /** Sorted. */
  hashes(): Uint32Array {
    return this.#hashes.filter((_, at) => this.#rows[at] !== 0).sort();
  }

  #placeOf(hash: number): number {
    const mask = this.#hashes.length - 1;
    let at = hash & mask;
    while (this.#rows[at] !== 0 && this.#hashes[at] !== hash) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [hashes, counts, rows] = [this.#hashes, this.#counts, this.#rows];
    this.#hashes = new Uint32Array(2 * hashes.length);
    this.#counts = new Int32Array(2 * hashes.length);
    this.#rows = new Int32Array(2 * hashes.length);
    for (let from = 0; from < hashes.length; from++) {
      if (rows[from] === 0) continue;
      const at = this.#placeOf(hashes[from]!);
      this.#hashes[at] = hashes[from]!;
      this.#counts[at] = counts[from]!;
      this.#rows[at] = rows[from]!;
    }
  }
}
