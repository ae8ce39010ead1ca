/**
 * Unpacks raw deflate, the one compression inside of segments and of the packed files around them:
 * Node has it in zlib, browsers as DecompressionStream('deflate-raw').
 */

import { damaged } from './bytes.ts';

/** Handing less to another thread takes longer than unpacking it here. */
const LEAST_BESIDE = 1 << 14;
/** A piece that is full is followed by another one. */
const SPARE = 64;
const MOST_AT_ONCE = 1 << 20;

/**
 * @returns at most `size` bytes
 * @throws CoraError BROKEN_INDEX for what is no deflate, and for more
 */
export async function inflateRaw(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const { inflateRaw: inflateBeside, inflateRawSync } = await import('node:zlib');
  // In one piece, where that is not large: else zlib gathers pieces of 16 kB and copies them.
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

/** For what no browser reads. @returns and throws as inflateRaw */
export async function unbrotli(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const { brotliDecompress } = await import('node:zlib');
  try {
    return await new Promise((resolve, reject) => {
      const options = { maxOutputLength: Math.max(1, size) };
      brotliDecompress(packed, options, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
    });
  } catch {
    throw damaged();
  }
}
