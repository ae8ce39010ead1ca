/**
 * Content of artifacts: unpacked up to a size that the caller names, and the SHA-256 of a whole
 * file, read as a stream.
 */

import { createHash } from 'node:crypto';
import { createReadStream, fstatSync } from 'node:fs';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** Source code grows five to ten times, a list that repeats itself a hundred times. */
const MOST_GROWTH = 250;
/** A text may have so many bytes, whatever it is packed into: no member of ours has more. */
const FREE_GROWTH = 16 * 2 ** 20;

function mostOf(packed: Uint8Array, most: number): number {
  return Math.min(most, FREE_GROWTH + MOST_GROWTH * packed.length);
}

/** @throws zlib's errors; ERR_BUFFER_TOO_LARGE also for a growth that no text has */
export function unpackGzipSync(packed: Uint8Array, most: number): Buffer {
  return zlib.gunzipSync(packed, { maxOutputLength: mostOf(packed, most) });
}

/** Unpacks in a thread of its own. @throws as unpackGzipSync */
export function unpackBrotli(packed: Uint8Array, most: number): Promise<Buffer> {
  const unpack = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);
  return unpack(packed, { maxOutputLength: mostOf(packed, most) });
}

// SHA-256 of a file, read as a stream: an artifact may be larger than memory.

const HASHED_AT_ONCE = 2 ** 20;

/** @param file its path, or its descriptor, which stays open @returns 64 hex digits */
export async function sha256OfFile(file: string | number): Promise<string> {
  const hash = createHash('sha256');
  const open = typeof file === 'string' ? {} : { fd: file, start: 0, autoClose: false };
  const stream = createReadStream(`${file}`, { ...open, highWaterMark: HASHED_AT_ONCE });
  for await (const piece of stream) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Returns what every write to a file changes. */
export function stampOf(descriptor: number): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
