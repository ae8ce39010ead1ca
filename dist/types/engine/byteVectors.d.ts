/**
 * The vectors of a segment, a byte for each component. The best rows are found in two
 * steps: bounds of all cosines, from integers and a kernel of WebAssembly that is written out
 * below, and then the cosine itself for those few that these do not rule out. Bounds change nothing
 * about what is found.
 */
/** Makes the vectors of a segment: rows of bytes, and what does not fit them. */
export declare class VectorWriter {
    #private;
    constructor(dimensions: number);
    /** @throws RangeError for a vector of another length */
    add(vector: Float32Array): void;
    /**
     * Returns the rows, the exceptions (row, scale, loss, components: 4 bytes each), and the longest
     * of the rounded rows.
     */
    finish(): {
        rows: Uint8Array;
        exceptions: Uint8Array;
        longest: number;
    };
}
/** The vectors of a segment, as they are read. */
export declare class ByteVectors {
    #private;
    /** All rows are zero until their bytes are filled in. */
    constructor(count: number, dimensions: number, exceptions: Uint8Array, longest: number);
    /** Vectors that are not made of bytes, as whoever wrote the segment gave them. */
    exceptions(): Generator<Float32Array>;
    /** Where the bytes of all rows belong. */
    get bytes(): Uint8Array;
    /**
     * True if all that stands for the row's vector is what a writer makes of it: no bound rules it
     * out.
     */
    isSound(row: number): boolean;
    /**
     * The row's vector, as it was given.
     * @param target for its components, where it is made of bytes
     */
    at(row: number, target?: Float32Array): Float32Array;
    /**
     * To the last digit what `dotProduct` gives for the row's vector: a power of two only moves the
     * exponent.
     */
    dot(query: Float32Array, row: number): number;
    /**
     * Shows every row that a floor under what `dot` gives, which may rise meanwhile, does not rule
     * out: first those that promise most, so that it rises at once.
     * @param most the number of these
     */
    eachAbove(query: Float32Array, most: number, floor: () => number, see: (row: number) => void): void;
    /**
     * @returns by row, valid until the next call: no less than `dot` of the query and the row
     */
    boundOf(query: Float32Array): (row: number) => number;
}
/**
 * @param query where its components lie as 16-bit integers; aligned to 16, as all addresses
 * @param rows where the rows lie, one after the other, a byte for each component
 * @param count of rows, at least 1
 * @param dimensions of the query and of each row, a multiple of LANES (segmentFile.ts)
 * @param out where the sums go, 32 bits each. They must fit: that is the caller's to see to
 */
type DotKernel = (query: number, rows: number, count: number, dimensions: number, out: number) => void;
/** @returns null where this processor has no such instructions or the memory is not to be had */
export declare function createDotKernel(bytes: number): {
    memory: ArrayBuffer;
    dot: DotKernel;
} | null;
export {};
