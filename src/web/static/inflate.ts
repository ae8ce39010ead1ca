/** Takes the place of engine/inflate.ts in the page of `cora pages`. */

import { damaged } from '../../engine/bytes.ts';

/** @returns at most `size` bytes @throws CoraError BROKEN_INDEX for others, and for more */
export function inflateRaw(packed: Uint8Array, size: number): Promise<Uint8Array> {
  return unpacked(packed, 'deflate-raw', size);
}

/**
 * Unpacks bytes of a format that browsers know.
 * @param most bytes that it may unpack to
 * @throws CoraError BROKEN_INDEX
 */
export async function unpacked(packed: Uint8Array, format: CompressionFormat, most: number): Promise<Uint8Array> {
  const { readable, writable } = new DecompressionStream(format);
  // A stream of a Blob takes twenty times as long. What goes wrong is told by the other end.
  const writer = writable.getWriter();
  writer.write(packed as Uint8Array<ArrayBuffer>).catch(() => undefined);
  writer.close().catch(() => undefined);
  try {
    return await bytesIn(readable, most);
  } catch {
    throw damaged();
  }
}

/** @param onBytes is told how many have come @throws RangeError for more than `most` bytes */
export async function bytesIn(
  stream: ReadableStream<Uint8Array>,
  most: number,
  onBytes: (count: number) => void = () => undefined,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let there = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    there += value.length;
    onBytes(value.length);
    if (there <= most) continue;
    await reader.cancel();
    throw new RangeError(`more than ${most} bytes`);
  }
  const bytes = new Uint8Array(there);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
