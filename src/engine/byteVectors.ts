/**
 * The vectors of a segment, one byte for each component. The best rows are found in two steps:
 * integers and a kernel of WebAssembly give an upper bound of each cosine, and then the exact
 * cosine is computed for the few rows that the bounds do not rule out. The result is the same as
 * without bounds.
 */

import { type PieceKeeper, type Pieces, PiecesInMemory, PieceWriter } from './bytes.ts';
import { createDotKernel, type DotKernel, dotProduct } from './rankRows.ts';
import { vectorWidth } from './segmentFile.ts';

const LARGEST_BYTE = 127;
/**
 * The query is scaled to this length in 16-bit integers. The largest product of two lengths, 127 ×
 * 2^14 × √dimensions, is far below 2^31.
 */
const QUERY_LENGTH = 2 ** 14;
/** Makes up for rounding bounds to float32. */
const ROUNDING = 1e-6;

/**
 * Writes the vectors of a segment: rows of bytes, and a list of the vectors that bytes cannot hold
 * exactly.
 */
export class VectorWriter {
  readonly #dimensions: number;
  readonly #step: number;
  readonly #rows: PieceWriter;
  /** The current row, padded. */
  readonly #row: Int8Array;
  #count = 0;
  readonly #exceptions: { row: number; scale: number; loss: number; vector: Float32Array }[] = [];
  #longest = 0;

  constructor(dimensions: number, keeper: PieceKeeper = new PiecesInMemory()) {
    this.#dimensions = dimensions;
    this.#rows = new PieceWriter(keeper);
    this.#step = vectorStep(dimensions);
    this.#row = new Int8Array(vectorWidth(dimensions));
  }

  /** @throws RangeError for a vector with another number of dimensions */
  add(vector: Float32Array): void {
    if (vector.length !== this.#dimensions)
      throw new RangeError(
        `row ${this.#count} has a vector of ${vector.length}, not of ${this.#dimensions} dimensions`,
      );
    const row = this.#count++;
    let largest = 0;
    for (const value of vector) largest = Math.max(largest, Math.abs(value));
    if (largest > LARGEST_BYTE * this.#step || this.#write(vector, this.#step) > 0) {
      // The vector is not made of the usual steps: a scale of its own loses least.
      const scale = Math.fround(largest / LARGEST_BYTE);
      const lost = this.#write(vector, scale);
      this.#exceptions.push({ row, scale, loss: Math.sqrt(lost), vector: vector.slice() });
    }
    this.#rows.open.bytes(new Uint8Array(this.#row.buffer));
    this.#rows.settle();
  }

  /** @returns the length of the difference to the vector */
  #write(vector: Float32Array, scale: number): number {
    let lost = 0;
    let kept = 0;
    for (let at = 0; at < vector.length; at++) {
      // If the scale was rounded down, the largest component would become 128.
      const byte = scale === 0 ? 0 : Math.max(-LARGEST_BYTE, Math.min(LARGEST_BYTE, Math.round(vector[at]! / scale)));
      this.#row[at] = byte;
      lost += (vector[at]! - byte * scale) ** 2;
      kept += (byte * scale) ** 2;
    }
    this.#longest = Math.max(this.#longest, Math.sqrt(kept));
    return lost;
  }

  /**
   * Returns the rows, the exceptions (row, scale, loss, components: 4 bytes each), and the longest
   * of the rounded rows.
   */
  finish(): { rows: Pieces; exceptions: Uint8Array; longest: number } {
    const size = 12 + 4 * this.#dimensions;
    const exceptions = new DataView(new ArrayBuffer(size * this.#exceptions.length));
    this.#exceptions.forEach(({ row, scale, loss, vector }, index) => {
      const at = size * index;
      exceptions.setUint32(at, row, true);
      exceptions.setFloat32(at + 4, scale, true);
      // If the loss was rounded down, a row that is near enough would be ruled out.
      exceptions.setFloat32(at + 8, loss * (1 + ROUNDING), true);
      for (const [component, value] of vector.entries()) exceptions.setFloat32(at + 12 + 4 * component, value, true);
    });
    const longest = Number.isFinite(this.#longest) ? this.#longest : Number.MAX_VALUE;
    return { rows: this.#rows.take(), exceptions: new Uint8Array(exceptions.buffer), longest };
  }
}

interface VectorException {
  scale: number;
  loss: number;
  vector: Float32Array;
}

/** By row: the vectors that are not multiples of the step. */
export type VectorExceptions = ReadonlyMap<number, VectorException>;

/** Looks for the rows with the largest cosines. */
export interface VectorSearch {
  query: Float32Array;
  /** The number of rows that are looked for. */
  most: number;
  /** Rows with a smaller score are not offered. The floor may rise with each offer. */
  floor: () => number;
  isWanted: (row: number) => boolean;
  offer: (row: number, score: number) => void;
}

/** Memory for the bytes of some rows and for the sums of their products with a query. */
export class VectorMemory {
  /** The most rows that it holds. */
  readonly rows: number;
  /** Null if this processor has no SIMD in WebAssembly. */
  readonly dot: DotKernel | null;
  readonly query: Int16Array;
  readonly bytes: Int8Array;
  readonly sums: Int32Array;

  constructor(rows: number, dimensions: number) {
    const width = vectorWidth(dimensions);
    const size = (2 + rows) * width + 4 * rows;
    const kernel = rows * dimensions === 0 ? null : createDotKernel(size);
    const memory = kernel?.memory ?? new ArrayBuffer(size);
    this.rows = rows;
    this.dot = kernel?.dot ?? null;
    this.query = new Int16Array(memory, 0, width);
    this.bytes = new Int8Array(memory, 2 * width, rows * width);
    this.sums = new Int32Array(memory, (2 + rows) * width, rows);
  }
}

/** Reads the vectors of a segment, or of some rows that stand behind each other there. */
export class ByteVectors {
  readonly #dimensions: number;
  /** Dimensions, padded. */
  readonly #width: number;
  readonly #step: number;
  readonly #dot: DotKernel | null;
  readonly #query: Int16Array;
  readonly #rows: Int8Array;
  readonly #sums: Int32Array;
  readonly #exceptions: VectorExceptions;
  readonly #longest: number;

  /**
   * The caller fills `bytes`.
   * @param memory is overwritten
   */
  constructor(
    count: number,
    dimensions: number,
    exceptions: VectorExceptions,
    longest: number,
    memory = new VectorMemory(count, dimensions),
  ) {
    this.#dimensions = dimensions;
    this.#width = vectorWidth(dimensions);
    this.#step = vectorStep(dimensions);
    this.#longest = longest;
    this.#exceptions = exceptions;
    this.#dot = memory.dot;
    this.#query = memory.query;
    this.#rows = memory.bytes.subarray(0, count * this.#width);
    this.#sums = memory.sums.subarray(0, count);
  }

  /** Yields the vectors that are not made of bytes, as the segment gives them. */
  *exceptions(): Generator<Float32Array> {
    for (const { vector } of this.#exceptions.values()) yield vector;
  }

  /** The memory for the bytes of all rows. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#rows.buffer, this.#rows.byteOffset, this.#rows.byteLength);
  }

  /**
   * True if a row's bytes and exception are what VectorWriter writes, so that its bound can be
   * relied on.
   */
  isSound(row: number): boolean {
    const start = row * this.#width;
    const exception = this.#exceptions.get(row);
    if (exception === undefined) {
      let squares = 0;
      for (let at = start; at < start + this.#dimensions; at++) {
        const byte = this.#rows[at]!;
        if (byte < -LARGEST_BYTE) return false;
        squares += byte * byte;
      }
      return Math.sqrt(squares) * this.#step <= this.#longest;
    }
    const writer = new VectorWriter(this.#dimensions);
    writer.add(exception.vector);
    const made = writer.finish();
    const [[, again] = []] = readExceptions(made.exceptions, this.#dimensions);
    return (
      again !== undefined &&
      again.scale === exception.scale &&
      again.loss === exception.loss &&
      made.longest <= this.#longest &&
      [...made.rows][0]!.every((byte, at) => (byte << 24) >> 24 === this.#rows[start + at])
    );
  }

  /**
   * Returns the row's vector, exactly as it was added.
   * @param target takes the components of a vector that is made of bytes
   */
  at(row: number, target: Float32Array = new Float32Array(this.#dimensions)): Float32Array {
    const whole = this.#exceptions.get(row)?.vector;
    if (whole !== undefined) return whole;
    const start = row * this.#width;
    // Millions of numbers: Float32Array.from takes ten times as long.
    for (let at = 0; at < target.length; at++) target[at] = this.#rows[start + at]! * this.#step;
    return target;
  }

  /**
   * Returns exactly what `dotProduct` gives for the row's vector: multiplying by a power of two
   * only changes the exponent.
   */
  dot(query: Float32Array, row: number): number {
    const whole = this.#exceptions.get(row)?.vector;
    if (whole !== undefined) return dotProduct(query, whole, 0);
    return dotProduct(query, this.#rows, row * this.#width) * this.#step;
  }

  /**
   * Offers every wanted row whose score is not below the floor. While there is no floor, the rows
   * with the largest bounds come first, so that it rises at once.
   * @param first the segment's number of the first of these rows
   */
  search({ query, most, floor, isWanted, offer }: VectorSearch, first = 0): void {
    const { plain, always, boundOf } = this.#bounds(query);
    const sums = this.#sums;
    const see = (row: number): void => {
      if (!isWanted(first + row)) return;
      const score = this.dot(query, row);
      if (score >= floor()) offer(first + row, score);
    };
    let least = Number.POSITIVE_INFINITY;
    if (floor() === Number.NEGATIVE_INFINITY) {
      least = most < sums.length ? boundOfLargest(sums, most) : Number.NEGATIVE_INFINITY;
      for (let row = 0; row < sums.length; row++) if (sums[row]! >= least && boundOf(row) >= floor()) see(row);
    }
    // Hardly any other row is left, and the sum alone rules most of them out.
    const ruledOut = plain > 0 ? Math.floor((floor() - always) / plain) - 1 : Number.NEGATIVE_INFINITY;
    const isLeft = (row: number): boolean => sums[row]! < least && boundOf(row) >= floor();
    for (let row = 0; row < sums.length; row++)
      if (sums[row]! > ruledOut && !this.#exceptions.has(row) && isLeft(row)) see(row);
    for (const row of this.#exceptions.keys()) if (isLeft(row)) see(row);
  }

  /**
   * @returns for each row a number that is not below `dot` of the query and the row; valid until
   * the next call
   */
  boundOf(query: Float32Array): (row: number) => number {
    return this.#bounds(query).boundOf;
  }

  /**
   * Let q = q′ + f and v = v′ + e, with q′ and v′ the rounded vectors. Then q·v = q′·v′ + f·v′ +
   * q·e ≤ q′·v′ + |f||v′| + |q||e|.
   * @returns for a row without an exception, the bound is `plain` times its sum plus `always`
   */
  #bounds(query: Float32Array): { plain: number; always: number; boundOf: (row: number) => number } {
    const dot = this.#dot;
    if (dot === null) return { plain: 0, always: 0, boundOf: () => Number.POSITIVE_INFINITY };
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
    const plain = this.#step * scale;
    const boundOf = (row: number): number => {
      const exception = this.#exceptions.get(row);
      if (exception === undefined) return this.#sums[row]! * plain + always;
      return this.#sums[row]! * exception.scale * scale + length * exception.loss + always;
    };
    return { plain, always, boundOf };
  }
}

const BUCKETS = 4096;

/**
 * Returns a number that at least `most` of the sums reach, and few more. Sums are counted in
 * buckets: sorting takes longer than computing them.
 */
function boundOfLargest(sums: Int32Array, most: number): number {
  let lowest = sums[0]!;
  let highest = lowest;
  for (let row = 1; row < sums.length; row++) {
    const sum = sums[row]!;
    if (sum < lowest) lowest = sum;
    else if (sum > highest) highest = sum;
  }
  const width = Math.ceil((highest - lowest + 1) / BUCKETS);
  const counts = new Uint32Array(BUCKETS);
  for (let row = 0; row < sums.length; row++) counts[Math.floor((sums[row]! - lowest) / width)]! += 1;
  let bucket = BUCKETS - 1;
  for (let found = counts[bucket]!; found < most; found += counts[bucket]!) bucket -= 1;
  return lowest + bucket * width;
}

export function readExceptions(bytes: Uint8Array, dimensions: number): VectorExceptions {
  const found = new Map<number, VectorException>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = 12 + 4 * dimensions;
  for (let at = 0; at + size <= bytes.length; at += size) {
    const vector = new Float32Array(bytes.slice(at + 12, at + size).buffer);
    found.set(view.getUint32(at, true), {
      scale: view.getFloat32(at + 4, true),
      loss: view.getFloat32(at + 8, true),
      vector,
    });
  }
  return found;
}

/** Returns the exceptions of `count` rows, by row, counted from the first of these. */
export function exceptionsOf(exceptions: VectorExceptions, first: number, count: number): VectorExceptions {
  const own = [...exceptions].filter(([row]) => row >= first && row < first + count);
  return new Map(own.map(([row, exception]) => [row - first, exception]));
}

/** @param bytes of one row that is no exception */
export function vectorOfBytes(bytes: Uint8Array, dimensions: number): Float32Array {
  const step = vectorStep(dimensions);
  const vector = new Float32Array(dimensions);
  for (let at = 0; at < dimensions; at++) vector[at] = ((bytes[at]! << 24) >> 24) * step;
  return vector;
}

// The form of vectors in rows: each component is a multiple of a power of two that half precision
// (IEEE 754) holds exactly. Node 20 has no Float16Array, so this file computes the bits. If you
// change the rounding, rows change: raise VECTOR_FORM in version.ts.

/**
 * The base-2 logarithm of the number of steps in the root mean square of a unit vector's
 * components.
 */
const STEPS = 4;

/**
 * Rounds a vector. Do it before anything else sees the vector, so that a new one equals a stored
 * one.
 *
 * @param vector a unit vector (or zero) from an embedder
 * @param rounded takes the result; it may be the vector itself
 * @returns `rounded`; every value is one that float16 holds
 */
export function roundVector(
  vector: Float32Array,
  rounded: Float32Array = new Float32Array(vector.length),
): Float32Array {
  const step = vectorStep(vector.length);
  const perStep = 1 / step;
  // Adding zero turns -0 into 0.
  for (let at = 0; at < vector.length; at++) rounded[at] = Math.round(vector[at]! * perStep) * step + 0;
  return rounded;
}

/** Returns the step of rounded vectors, a power of two. */
export function vectorStep(dimensions: number): number {
  return 2 ** -(STEPS + Math.floor((31 - Math.clz32(dimensions)) / 2));
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The smallest normal half, 2^-14, as float32 bits. */
const MIN_NORMAL = 0x38800000;
/**
 * 2^16 in float32 bits. All values from here on are infinity or NaN; 65520 and above already round
 * to infinity.
 */
const OVERFLOW = 0x47800000;
const INFINITY_32 = 0x7f800000;
/**
 * float32 bits of 0.5, whose last place is 2^-24: adding it rounds a value to the spacing of
 * subnormal halves.
 */
const HALF = 0x3f000000;
/** The difference of the exponent biases (127 - 15), in float32 bits. */
const REBIAS = 0x38000000;

/** @returns the 16 bits of the nearest half, ties to even; beyond ±65504 infinity, NaN stays NaN */
export function toFloat16(value: number): number {
  float[0] = value;
  const word = bits[0]!;
  const sign = (word >>> 16) & 0x8000;
  const magnitude = word & 0x7fffffff;
  if (magnitude >= OVERFLOW) return sign | (magnitude > INFINITY_32 ? 0x7e00 : 0x7c00);
  if (magnitude < MIN_NORMAL) {
    float[0] = Math.abs(value) + 0.5;
    return sign | (bits[0]! - HALF);
  }
  const odd = (magnitude >>> 13) & 1;
  return sign | ((magnitude - REBIAS + 0xfff + odd) >>> 13);
}

/** The number that 16 bits stand for. */
export function fromFloat16(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/**
 * Decodes many halves. The exponent and fraction of a half, placed in a float32, have 2^-112 of its
 * value. This is three times as fast as arithmetic, and needs no table, which would cost more than
 * decoding a few hundred vectors.
 *
 * @returns a new array of `length` numbers
 */
export function decodeFloat16(halves: Uint16Array, start: number, length: number): Float32Array {
  const words = new Uint32Array(length);
  const values = new Float32Array(words.buffer);
  for (let i = 0; i < length; i++) {
    const half = halves[start + i]!;
    words[i] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13);
    values[i] = (half & 0x7c00) === 0x7c00 ? fromFloat16(half) : values[i]! * 2 ** 112;
  }
  return values;
}
