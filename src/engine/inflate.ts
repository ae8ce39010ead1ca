/**
 * Unpacks raw deflate, the one compression inside of segments and of the packed files around them:
 * Node has it in zlib, browsers as DecompressionStream('deflate-raw').
 */

import { damaged } from './bytes.ts';

/** Handing less to another thread takes longer than unpacking it here. */
const LEAST_BESIDE = 1 << 15;

/**
 * @returns at most `size` bytes
 * @throws CoraError BROKEN_INDEX for what is no deflate, and for more
 */
export async function inflateRaw(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const { inflateRaw: inflateBeside, inflateRawSync } = await import('node:zlib');
  const options = { maxOutputLength: Math.max(1, size) };
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
