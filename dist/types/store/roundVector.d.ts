/**
 * The form in which rows hold a vector: each component a multiple of a power of two, about a sixteenth of its usual size.
 * It fits into one byte as a rule, so that an artifact is small; the error of a cosine is below .001. A change here
 * changes rows: raise VECTOR_FORM in version.ts.
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
