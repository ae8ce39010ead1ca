/**
 * The form in which rows hold a vector: each component a multiple of a power of two, about a sixteenth of its usual size.
 * It fits into one byte as a rule, so that an artifact is small; the error of a cosine is below .001. A change here
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
  // Adding zero takes the sign of a negative zero away.
  return vector.map((value) => Math.round(value / step) * step + 0);
}

/** What the components of a rounded vector are multiples of: a power of two. */
export function vectorStep(dimensions: number): number {
  return 2 ** -(STEPS + Math.floor((31 - Math.clz32(dimensions)) / 2));
}
