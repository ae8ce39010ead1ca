/**
 * All vectors of a table in memory, a byte for each component. The best rows are found in two
 * steps: bounds of all cosines, from integers and a kernel of WebAssembly that is written out
 * below, and then the cosine itself for those few that these do not rule out. Bounds change nothing
 * about what is found.
 */
export declare class ByteVectors {
    #private;
    /** All vectors are zero at first. */
    constructor(count: number, dimensions: number);
    set(row: number, vector: Float32Array): void;
    /** The row's vector, as it was given. */
    at(row: number): Float32Array;
    /**
     * To the last digit what `dotProduct` gives for the row's vector: a power of two only moves the
     * exponent.
     */
    dot(query: Float32Array, row: number): number;
    /**
     * With q = q′ + f, v = v′ + e and q′, v′ the rounded ones: q·v = q′·v′ + f·v′ + q·e ≤ q′·v′ +
     * |f||v′| + |q||e|.
     * @returns by row, valid until the next call: no less than `dot` of the query and the row
     */
    boundOf(query: Float32Array): (row: number) => number;
}
/** Components at once: rows and the query are filled up with zeros to a multiple of it. */
export declare const LANES = 16;
/**
 * @param query where its components lie as 16-bit integers; aligned to 16, as all addresses
 * @param rows where the rows lie, one after the other, a byte for each component
 * @param count of rows, at least 1
 * @param dimensions of the query and of each row, a multiple of LANES
 * @param out where the sums go, 32 bits each. They must fit: that is the caller's to see to
 */
type DotKernel = (query: number, rows: number, count: number, dimensions: number, out: number) => void;
/** @returns null where this processor has no such instructions or the memory is not to be had */
export declare function createDotKernel(bytes: number): {
    memory: ArrayBuffer;
    dot: DotKernel;
} | null;
export {};
