/**
 * Vectors of a block of rows as bytes that compress well, without losing a bit. One leading byte says how:
 *
 *   0      halves: the low bytes of all float16 values, then their high bytes
 *   1–14   grid: every value is a multiple of 2^-n; the multiples in zigzag (0 −1 1 −2 …), low bytes, then high bytes
 *
 * Bytes of the same weight stand together, because only the high ones repeat themselves.
 */
/** float16 ↔ number, of the store: every value that comes here is one that float16 holds. */
export interface HalfCodec {
    encode(value: number): number;
    decode(halves: Uint16Array, start: number, length: number): Float32Array;
}
export declare function encodeVectors(vectors: readonly Float32Array[], dimensions: number, halves: HalfCodec): Buffer;
/**
 * @param rows how many vectors there must be
 * @throws CoraError BAD_ARTIFACT for another length, an unknown form or a value that is no number
 */
export declare function decodeVectors(bytes: Buffer, rows: number, dimensions: number, halves: HalfCodec): Float32Array[];
