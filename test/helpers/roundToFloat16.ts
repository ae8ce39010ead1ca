import { decodeFloat16, toFloat16 } from '../../src/engine/byteVectors.ts';

/** Returns what the table gives back for a vector: a new one of the same length. */
export function roundToFloat16(vector: Float32Array): Float32Array {
  return decodeFloat16(Uint16Array.from(vector, toFloat16), 0, vector.length);
}
