/**
 * The form in which rows hold a vector: components are multiples of a power of two, in IEEE 754 half precision. Node 20 has no
 * Float16Array, so the bits are made here. A change of the rounding changes rows: raise VECTOR_FORM in version.ts.
 */
/**
 * Round before anything else sees a vector, so that a fresh one and a stored one are equal.
 *
 * @param vector of length one (or zero), as an embedder gives it
 * @returns a new vector of the same length; every value is one that float16 holds
 */
export declare function roundVector(vector: Float32Array): Float32Array;
/** What the components of a rounded vector are multiples of: a power of two. */
export declare function vectorStep(dimensions: number): number;
/** @returns the 16 bits of the nearest half, ties to even; beyond ±65504 infinity, NaN stays NaN */
export declare function toFloat16(value: number): number;
/** The number that 16 bits stand for. */
export declare function fromFloat16(half: number): number;
/**
 * Many halves at once. A half's exponent and fraction, read as those of a float32, stand for 2^-112 of its value: three times
 * as fast as by arithmetic, and unlike a table of all halves it costs a process nothing that decodes a few hundred vectors.
 *
 * @returns a new array of `length` numbers
 */
export declare function decodeFloat16(halves: Uint16Array, start: number, length: number): Float32Array;
/**
 * What the table will give back for a vector. Round before anything else sees a vector, so that a fresh one and a
 * stored one are equal.
 *
 * @returns a new vector of the same length
 */
export declare function roundToFloat16(vector: Float32Array): Float32Array;
/** For those who may not import this folder. */
export declare const HALF_CODEC: {
    encode: typeof toFloat16;
    decode: typeof decodeFloat16;
};
