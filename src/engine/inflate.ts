/**
 * Unpacks raw deflate, the one compression inside of segments and of the packed files around them:
 * Node has it in zlib, browsers as DecompressionStream('deflate-raw').
 */

import { damaged } from './bytes.ts';

/** @returns at most `size` bytes @throws CoraError BROKEN_INDEX for others, and for more */
export async function inflateRaw(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const { inflateRawSync } = await import('node:zlib');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw damaged();
  }
}
