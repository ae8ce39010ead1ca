/**
 * All vectors of a table in memory, a byte for each component: rows hold multiples of a power of two (roundVector.ts), which fit
 * into one byte as a rule, so nothing is lost. A vector that does not fit stands beside them as it is, and its bytes are near it.
 *
 * The best rows are found in two steps: what each row's cosine with the query is at most, from integers and WebAssembly's SIMD
 * (dotKernel.ts), and then the cosine itself for those few that this does not rule out. What is found with the help of bounds is
 * exactly what is found without.
 */

import { createDotKernel, type DotKernel, LANES } from './dotKernel.ts';
import { dotProduct } from './rankWords.ts';
import { vectorStep } from './roundVector.ts';

const LARGEST_BYTE = 127;
/** Length of the query in 16-bit integers. The product of the two lengths, 127 × 2^14 × √dimensions at most, is far below 2^31. */
const QUERY_LENGTH = 2 ** 14;
/** For the float32 in which bounds are kept. */
const ROUNDING = 1e-6;

export class ByteVectors {
  readonly #dimensions: number;
  /** Dimensions, filled up. */
  readonly #width: number;
  readonly #step: number;
  /** Null where this processor has none. */
  readonly #dot: DotKernel | null;
  readonly #query: Int16Array;
  readonly #rows: Int8Array;
  readonly #sums: Int32Array;
  /** By row: what one of its integers stands for, and the length of what rounding took away. */
  readonly #scales: Float32Array;
  readonly #losses: Float32Array;
  /** By row, of those that are no multiples of the step. */
  readonly #whole = new Map<number, Float32Array>();
  /** Of the rounded rows. */
  #longest = 0;

  /** All vectors are zero at first. */
  constructor(count: number, dimensions: number) {
    this.#dimensions = dimensions;
    this.#width = LANES * Math.ceil(dimensions / LANES);
    this.#step = vectorStep(dimensions);
    const bytes = (2 + count) * this.#width + 4 * count;
    const kernel = count * dimensions === 0 ? null : createDotKernel(bytes);
    const memory = kernel?.memory ?? new ArrayBuffer(bytes);
    this.#dot = kernel?.dot ?? null;
    this.#query = new Int16Array(memory, 0, this.#width);
    this.#rows = new Int8Array(memory, 2 * this.#width, count * this.#width);
    this.#sums = new Int32Array(memory, (2 + count) * this.#width, count);
    this.#scales = new Float32Array(count);
    this.#losses = new Float32Array(count);
  }

  set(row: number, vector: Float32Array): void {
    let largest = 0;
    for (let at = 0; at < vector.length; at++) largest = Math.max(largest, Math.abs(vector[at]!));
    if (largest <= LARGEST_BYTE * this.#step && this.#write(row, vector, this.#step) === 0) return;
    // Of another form: a scale of its own comes nearest.
    this.#write(row, vector, Math.fround(largest / LARGEST_BYTE));
    this.#whole.set(row, vector.slice());
  }

  /** @returns how much is lost */
  #write(row: number, vector: Float32Array, scale: number): number {
    let lost = 0;
    let kept = 0;
    for (let at = 0; at < vector.length; at++) {
      // A scale that was rounded down would make 128 of the largest.
      const byte = scale === 0 ? 0 : Math.max(-LARGEST_BYTE, Math.min(LARGEST_BYTE, Math.round(vector[at]! / scale)));
      this.#rows[row * this.#width + at] = byte;
      lost += (vector[at]! - byte * scale) ** 2;
      kept += (byte * scale) ** 2;
    }
    this.#scales[row] = scale;
    this.#losses[row] = Math.sqrt(lost);
    this.#longest = Math.max(this.#longest, Math.sqrt(kept));
    return lost;
  }

  /** The row's vector, as it was given. */
  at(row: number): Float32Array {
    const whole = this.#whole.get(row);
    if (whole !== undefined) return whole;
    const scale = this.#scales[row]!;
    const start = row * this.#width;
    return Float32Array.from(this.#rows.subarray(start, start + this.#dimensions), (byte) => byte * scale);
  }

  /** To the last digit what `dotProduct` gives for the row's vector: a power of two only moves the exponent. */
  dot(query: Float32Array, row: number): number {
    const whole = this.#whole.get(row);
    if (whole !== undefined) return dotProduct(query, whole, 0);
    return dotProduct(query, this.#rows, row * this.#width) * this.#scales[row]!;
  }

  /**
   * With q = q′ + f, v = v′ + e and q′, v′ the rounded ones: q·v = q′·v′ + f·v′ + q·e ≤ q′·v′ + |f||v′| + |q||e|.
   * @returns by row, valid until the next call: no less than `dot` of the query and the row
   */
  boundOf(query: Float32Array): (row: number) => number {
    const dot = this.#dot;
    if (dot === null) return () => Number.POSITIVE_INFINITY;
    let length = 0;
    for (const value of query) length += value * value;
    length = Math.sqrt(length);
    const scale = length / QUERY_LENGTH;
    let lost = 0;
    query.forEach((value, at) => {
      const rounded = scale === 0 ? 0 : Math.round(value / scale);
      this.#query[at] = rounded;
      lost += (value - rounded * scale) ** 2;
    });
    dot(this.#query.byteOffset, this.#rows.byteOffset, this.#sums.length, this.#width, this.#sums.byteOffset);
    const always = Math.sqrt(lost) * this.#longest + ROUNDING * (1 + length);
    return (row) => this.#sums[row]! * this.#scales[row]! * scale + length * this.#losses[row]! + always;
  }
}
