/**
 * The form in which rows hold a vector: components are multiples of a power of two, in IEEE 754
 * half precision. Node 20 has no Float16Array, so the bits are made here. A change of the rounding
 * changes rows: raise VECTOR_FORM in version.ts.
 */

/** log2 of how many steps the root mean square of a component of a unit vector has. */
const STEPS = 4;

/**
 * Round before anything else sees a vector, so that a fresh one and a stored one are equal.
 *
 * @param vector of length one (or zero), as an embedder gives it
 * @returns a new vector of the same length; every value is one that float16 holds
 */
export function roundVector(vector: Float32Array): Float32Array {
  const step = vectorStep(vector.length);
  const perStep = 1 / step;
  const rounded = new Float32Array(vector.length);
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
