/**
 * The vectors of a segment, a byte for each component. The best rows are found in two
 * steps: bounds of all cosines, from integers and a kernel of WebAssembly that is written out
 * below, and then the cosine itself for those few that these do not rule out. Bounds change nothing
 * about what is found.
 */

import { PieceWriter } from './bytes.ts';
import { dotProduct } from './rankRows.ts';
import { LANES, vectorWidth } from './segmentFile.ts';

const LARGEST_BYTE = 127;
/**
 * Length of the query in 16-bit integers. The product of the two lengths, 127 × 2^14 × √dimensions
 * at most, is far below 2^31.
 */
const QUERY_LENGTH = 2 ** 14;
/** For the float32 in which bounds are kept. */
const ROUNDING = 1e-6;

/** Makes the vectors of a segment: rows of bytes, and what does not fit them. */
export class VectorWriter {
  readonly #dimensions: number;
  readonly #step: number;
  readonly #rows = new PieceWriter();
  /** The row at hand, filled up. */
  readonly #row: Int8Array;
  #count = 0;
  readonly #exceptions: { row: number; scale: number; loss: number; vector: Float32Array }[] = [];
  #longest = 0;

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#step = vectorStep(dimensions);
    this.#row = new Int8Array(vectorWidth(dimensions));
  }

  /** @throws RangeError for a vector of another length */
  add(vector: Float32Array): void {
    if (vector.length !== this.#dimensions)
      throw new RangeError(
        `row ${this.#count} has a vector of ${vector.length}, not of ${this.#dimensions} dimensions`,
      );
    const row = this.#count++;
    let largest = 0;
    for (const value of vector) largest = Math.max(largest, Math.abs(value));
    if (largest > LARGEST_BYTE * this.#step || this.#write(vector, this.#step) > 0) {
      // A vector of another form: a scale of its own comes nearest.
      const scale = Math.fround(largest / LARGEST_BYTE);
      const lost = this.#write(vector, scale);
      this.#exceptions.push({ row, scale, loss: Math.sqrt(lost), vector: vector.slice() });
    }
    this.#rows.open.bytes(new Uint8Array(this.#row.buffer));
    this.#rows.settle();
  }

  /** @returns how much is lost */
  #write(vector: Float32Array, scale: number): number {
    let lost = 0;
    let kept = 0;
    for (let at = 0; at < vector.length; at++) {
      // A scale that was rounded down would make 128 of the largest.
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
  finish(): { rows: Uint8Array[]; exceptions: Uint8Array; longest: number } {
    const size = 12 + 4 * this.#dimensions;
    const exceptions = new DataView(new ArrayBuffer(size * this.#exceptions.length));
    this.#exceptions.forEach(({ row, scale, loss, vector }, index) => {
      const at = size * index;
      exceptions.setUint32(at, row, true);
      exceptions.setFloat32(at + 4, scale, true);
      // A loss that was rounded down would rule out what is near enough.
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

/** The vectors of a segment, as they are read. */
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
  /** By row, of those that are no multiples of the step. */
  readonly #exceptions: ReadonlyMap<number, VectorException>;
  readonly #longest: number;

  /** All rows are zero until their bytes are filled in. */
  constructor(count: number, dimensions: number, exceptions: Uint8Array, longest: number) {
    this.#dimensions = dimensions;
    this.#width = vectorWidth(dimensions);
    this.#step = vectorStep(dimensions);
    this.#longest = longest;
    this.#exceptions = readExceptions(exceptions, dimensions);
    const bytes = (2 + count) * this.#width + 4 * count;
    const kernel = count * dimensions === 0 ? null : createDotKernel(bytes);
    const memory = kernel?.memory ?? new ArrayBuffer(bytes);
    this.#dot = kernel?.dot ?? null;
    this.#query = new Int16Array(memory, 0, this.#width);
    this.#rows = new Int8Array(memory, 2 * this.#width, count * this.#width);
    this.#sums = new Int32Array(memory, (2 + count) * this.#width, count);
  }

  /** Vectors that are not made of bytes, as whoever wrote the segment gave them. */
  *exceptions(): Generator<Float32Array> {
    for (const { vector } of this.#exceptions.values()) yield vector;
  }

  /** Where the bytes of all rows belong. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#rows.buffer, this.#rows.byteOffset, this.#rows.byteLength);
  }

  /**
   * True if all that stands for the row's vector is what a writer makes of it: no bound rules it
   * out.
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
      made.rows[0]!.every((byte, at) => (byte << 24) >> 24 === this.#rows[start + at])
    );
  }

  /**
   * The row's vector, as it was given.
   * @param target for its components, where it is made of bytes
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
   * To the last digit what `dotProduct` gives for the row's vector: a power of two only moves the
   * exponent.
   */
  dot(query: Float32Array, row: number): number {
    const whole = this.#exceptions.get(row)?.vector;
    if (whole !== undefined) return dotProduct(query, whole, 0);
    return dotProduct(query, this.#rows, row * this.#width) * this.#step;
  }

  /**
   * Shows every row that a floor under what `dot` gives, which may rise meanwhile, does not rule
   * out: first those that promise most, so that it rises at once.
   * @param most the number of these
   */
  eachAbove(query: Float32Array, most: number, floor: () => number, see: (row: number) => void): void {
    const { plain, always, boundOf } = this.#bounds(query);
    const sums = this.#sums;
    const least = most < sums.length ? boundOfLargest(sums, most) : Number.NEGATIVE_INFINITY;
    for (let row = 0; row < sums.length; row++) if (sums[row]! >= least && boundOf(row) >= floor()) see(row);
    // Hardly any other row is left, and most are seen to be none by their sum alone.
    const ruledOut = plain > 0 ? Math.floor((floor() - always) / plain) - 1 : Number.NEGATIVE_INFINITY;
    const isLeft = (row: number): boolean => sums[row]! < least && boundOf(row) >= floor();
    for (let row = 0; row < sums.length; row++)
      if (sums[row]! > ruledOut && !this.#exceptions.has(row) && isLeft(row)) see(row);
    for (const row of this.#exceptions.keys()) if (isLeft(row)) see(row);
  }

  /**
   * @returns by row, valid until the next call: no less than `dot` of the query and the row
   */
  boundOf(query: Float32Array): (row: number) => number {
    return this.#bounds(query).boundOf;
  }

  /**
   * With q = q′ + f, v = v′ + e and q′, v′ the rounded ones: q·v = q′·v′ + f·v′ + q·e ≤ q′·v′ +
   * |f||v′| + |q||e|.
   * @returns of most rows `plain` times the sum and `always`
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
 * Returns a number that at least `most` of the sums reach, and hardly more. They are counted in
 * buckets, as sorting them takes longer than making them.
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

function readExceptions(bytes: Uint8Array, dimensions: number): Map<number, VectorException> {
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

// The dot products of one vector with many, in 8-bit integers with WebAssembly's SIMD: JavaScript
// has none, and takes ten times as long. The module is written out below, an instruction a line, so
// that nothing has to be compiled to build Cora.

/**
 * @param query where its components lie as 16-bit integers; aligned to 16, as all addresses
 * @param rows where the rows lie, one after the other, a byte for each component
 * @param count of rows, at least 1
 * @param dimensions of the query and of each row, a multiple of LANES (segmentFile.ts)
 * @param out where the sums go, 32 bits each. They must fit: that is the caller's to see to
 */
type DotKernel = (query: number, rows: number, count: number, dimensions: number, out: number) => void;

const PAGE = 65_536;

/** @returns null where this processor has no such instructions or the memory is not to be had */
export function createDotKernel(bytes: number): { memory: ArrayBuffer; dot: DotKernel } | null {
  try {
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) });
    const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { cora: { memory } });
    return { memory: memory.buffer, dot: instance.exports['dot'] as DotKernel };
  } catch (error) {
    if (error instanceof WebAssembly.CompileError || error instanceof RangeError) return null;
    throw error;
  }
}

const [I32, V128] = [0x7f, 0x7b];
/** Parameters, as above, then locals. */
const [QUERY, ROWS, COUNT, DIMENSIONS, OUT, END, AT, LOW, HIGH, ROW] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
/** Below 64. */
const constant = (value: number): number[] => [0x41, value];
const simd = (code: number, ...rest: number[]): number[] => [0xfd, ...leb(code), ...rest];
const load = (offset: number): number[] => simd(0x00, 4, offset);
const ZERO = simd(0x0c, ...new Array<number>(16).fill(0));
const ADD = [0x6a];
const loop = (...body: number[][]): number[] => [0x03, 0x40, ...body.flat(), 0x0b];
/** While what is on the stack is not 0. */
const AGAIN = [0x0d, 0];
const I32X4_ADD = simd(0xae);
const I32X4_DOT_I16X8_S = simd(0xba);
const I16X8_EXTEND_LOW_I8X16_S = simd(0x87);
const I16X8_EXTEND_HIGH_I8X16_S = simd(0x88);
const lane = (at: number): number[] => simd(0x1b, at);

const BODY = [
  // end = query + 2 * dimensions
  [get(QUERY), get(DIMENSIONS), constant(1), [0x74], ADD, set(END)],
  loop(
    ...[ZERO, set(LOW), ZERO, set(HIGH), get(QUERY), set(AT)],
    loop(
      ...[get(ROWS), load(0), set(ROW)],
      ...[get(LOW), get(ROW), I16X8_EXTEND_LOW_I8X16_S, get(AT), load(0), I32X4_DOT_I16X8_S, I32X4_ADD, set(LOW)],
      ...[get(HIGH), get(ROW), I16X8_EXTEND_HIGH_I8X16_S, get(AT), load(16), I32X4_DOT_I16X8_S, I32X4_ADD, set(HIGH)],
      ...[get(ROWS), constant(LANES), ADD, set(ROWS)],
      // at += 2 * LANES, again while at < end
      ...[get(AT), constant(2 * LANES), ADD, tee(AT), get(END), [0x49], AGAIN],
    ),
    ...[get(LOW), get(HIGH), I32X4_ADD, set(LOW)],
    ...[get(OUT), get(LOW), lane(0), get(LOW), lane(1), ADD, get(LOW), lane(2), ADD, get(LOW), lane(3), ADD],
    // i32.store
    [0x36, 2, 0],
    ...[get(OUT), constant(4), ADD, set(OUT)],
    ...[get(COUNT), constant(1), [0x6b], tee(COUNT), AGAIN],
  ),
].flat(2);

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const locals = [2, ...[2, I32], ...[3, V128]];
  const code = [...locals, ...BODY, 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    // (type (func (param i32 i32 i32 i32 i32)))
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    // (import "cora" "memory" (memory 0))
    ...section(2, [1, ...text('cora'), ...text('memory'), 2, 0, 0]),
    ...section(3, [1, 0]),
    // (export "dot" (func 0))
    ...section(7, [1, ...text('dot'), 0, 0]),
    ...section(10, [1, ...leb(code.length), ...code]),
  ]);
}

function section(id: number, content: number[]): number[] {
  return [id, ...leb(content.length), ...content];
}

function text(name: string): number[] {
  return [name.length, ...new TextEncoder().encode(name)];
}

/** An unsigned number in seven bits a byte. */
function leb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >> 7)];
}

// The form in which rows hold a vector: components are multiples of a power of two, in IEEE 754
// half precision. Node 20 has no Float16Array, so the bits are made here. A change of the rounding
// changes rows: raise VECTOR_FORM in version.ts.

/** log2 of how many steps the root mean square of a component of a unit vector has. */
const STEPS = 4;

/**
 * Round before anything else sees a vector, so that a fresh one and a stored one are equal.
 *
 * @param vector of length one (or zero), as an embedder gives it
 * @param rounded where they go; the vector itself will do
 * @returns `rounded`; every value is one that float16 holds
 */
export function roundVector(
  vector: Float32Array,
  rounded: Float32Array = new Float32Array(vector.length),
): Float32Array {
  const step = vectorStep(vector.length);
  const perStep = 1 / step;
  // Adding zero takes the sign of a negative zero away.
  for (let at = 0; at < vector.length; at++) rounded[at] = Math.round(vector[at]! * perStep) * step + 0;
  return rounded;
}

/** Returns what the components of a rounded vector are multiples of: a power of two. */
export function vectorStep(dimensions: number): number {
  return 2 ** -(STEPS + Math.floor((31 - Math.clz32(dimensions)) / 2));
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The smallest normal half, 2^-14, as float32 bits. */
const MIN_NORMAL = 0x38800000;
/**
 * 2^16: from here on only infinity and NaN are left (65520 and more already round to infinity below
 * it).
 */
const OVERFLOW = 0x47800000;
const INFINITY_32 = 0x7f800000;
/**
 * float32 bits of 0.5, whose last place is 2^-24: adding it rounds a value to the spacing of
 * subnormal halves.
 */
const HALF = 0x3f000000;
/** Difference of the exponent biases (127 - 15), in float32 bits. */
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
 * Many halves at once. A half's exponent and fraction, read as those of a float32, stand for 2^-112
 * of its value: three times as fast as by arithmetic, and unlike a table of all halves it costs a
 * process nothing that decodes a few hundred vectors.
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
