/**
 * Unpacks content of artifacts up to a size that the caller gives, and computes the SHA-256 of a
 * file while reading it.
 */

import { createHash } from 'node:crypto';
import { createReadStream, fstatSync } from 'node:fs';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

/** Source code grows five to ten times, and repetitive lists a hundred times. */
const MOST_GROWTH = 250;
/** A content of so many bytes is always accepted; no member of Cora's own artifacts has more. */
const FREE_GROWTH = 16 * 2 ** 20;

function mostOf(packed: Uint8Array, most: number): number {
  return Math.min(most, FREE_GROWTH + MOST_GROWTH * packed.length);
}

/** @throws zlib's errors; ERR_BUFFER_TOO_LARGE also if it grows more than text can */
export function unpackGzipSync(packed: Uint8Array, most: number): Buffer {
  return zlib.gunzipSync(packed, { maxOutputLength: mostOf(packed, most) });
}

/** Unpacks in another thread. @throws as unpackGzipSync */
export function unpackBrotli(packed: Uint8Array, most: number): Promise<Buffer> {
  const unpack = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);
  return unpack(packed, { maxOutputLength: mostOf(packed, most) });
}

// SHA-256 of a file, read as a stream: an artifact may be larger than memory.

const HASHED_AT_ONCE = 2 ** 20;

/** @param file a path, or an open descriptor, which stays open @returns 64 hex digits */
export async function sha256OfFile(file: string | number): Promise<string> {
  const hash = createHash('sha256');
  const open = typeof file === 'string' ? {} : { fd: file, start: 0, autoClose: false };
  const stream = createReadStream(`${file}`, { ...open, highWaterMark: HASHED_AT_ONCE });
  for await (const piece of stream) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Returns a stamp that every write to the file changes. */
export function stampOf(descriptor: number): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}
