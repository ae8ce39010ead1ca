/**
 * All vectors of a table in memory, a byte for each component: rows hold multiples of a power of two (roundVector.ts), which fit
 * into one byte as a rule, so nothing is lost. A vector that does not fit stands beside them as it is, and its bytes are near it.
 *
 * The best rows are found in two steps: what each row's cosine with the query is at most, from integers and WebAssembly's SIMD
 * (dotKernel.ts), and then the cosine itself for those few that this does not rule out. What is found with the help of bounds is
 * exactly what is found without.
 */
export declare class ByteVectors {
    #private;
    /** All vectors are zero at first. */
    constructor(count: number, dimensions: number);
    set(row: number, vector: Float32Array): void;
    /** The row's vector, as it was given. */
    at(row: number): Float32Array;
    /** To the last digit what `dotProduct` gives for the row's vector: a power of two only moves the exponent. */
    dot(query: Float32Array, row: number): number;
    /**
     * With q = q′ + f, v = v′ + e and q′, v′ the rounded ones: q·v = q′·v′ + f·v′ + q·e ≤ q′·v′ + |f||v′| + |q||e|.
     * @returns by row, valid until the next call: no less than `dot` of the query and the row
     */
    boundOf(query: Float32Array): (row: number) => number;
}
