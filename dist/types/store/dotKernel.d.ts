/**
 * The dot products of one vector with many, in 8-bit integers with WebAssembly's SIMD: JavaScript has none, and takes ten times as
 * long. The module is written out below, an instruction a line, so that nothing has to be compiled to build Cora.
 */
/** Components at once: rows and the query are filled up with zeros to a multiple of it. */
export declare const LANES = 16;
/**
 * @param query where its components lie as 16-bit integers; aligned to 16, as all addresses
 * @param rows where the rows lie, one after the other, a byte for each component
 * @param count of rows, at least 1
 * @param dimensions of the query and of each row, a multiple of LANES
 * @param out where the sums go, 32 bits each. They must fit: that is the caller's to see to
 */
export type DotKernel = (query: number, rows: number, count: number, dimensions: number, out: number) => void;
/** @returns null where this processor has no such instructions or the memory is not to be had */
export declare function createDotKernel(bytes: number): {
    memory: ArrayBuffer;
    dot: DotKernel;
} | null;
