/**
 * Unpacks raw deflate, the only compression inside segments and packed files: browsers read them,
 * too. Node has it in zlib, browsers as DecompressionStream('deflate-raw').
 */

import { damaged } from './bytes.ts';

/** Smaller inputs take longer to hand to another thread than to unpack here. */
const LEAST_BESIDE = 1 << 14;
/** Room at the end: zlib begins another piece as soon as one is full. */
const SPARE = 64;
const MOST_AT_ONCE = 1 << 20;

/**
 * @param size the most bytes of the result
 * @throws CoraError BROKEN_INDEX if the bytes are not deflate, or unpack to more
 */
export async function inflateRaw(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const { inflateRaw: inflateBeside, inflateRawSync } = await import('node:zlib');
  // One piece unless the result is large: otherwise zlib gathers pieces of 16 kB and copies them.
  const options = { maxOutputLength: Math.max(1, size), chunkSize: Math.min(size + SPARE, MOST_AT_ONCE) };
  try {
    if (packed.length < LEAST_BESIDE) return inflateRawSync(packed, options);
    return await new Promise((resolve, reject) => {
      inflateBeside(packed, options, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
    });
  } catch {
    throw damaged();
  }
}
