/**
 * SHA-256. A browser has no synchronous one, so the build of the static page replaces this module
 * by web/static/sha256.ts.
 */

import crypto, { createHash } from 'node:crypto';

/** Node 20.12 and later hash in one call, which takes half the time for a short text. */
const isOneCall = typeof crypto.hash === 'function';
/** Joins short parts, so that one call hashes them. */
const together = Buffer.allocUnsafeSlow(2 ** 14);
/** The most bytes of UTF-8 for one UTF-16 code unit. */
const MOST_OF_UNIT = 3;

/** Returns 64 hex digits. */
export function sha256Hex(...parts: readonly (string | Uint8Array)[]): string {
  let length = 0;
  for (const part of parts) length += typeof part === 'string' ? MOST_OF_UNIT * part.length : part.length;
  if (!isOneCall || length > together.length) {
    const hash = createHash('sha256');
    for (const part of parts) hash.update(part);
    return hash.digest('hex');
  }
  if (parts.length === 1) return crypto.hash('sha256', parts[0]!, 'hex');
  let end = 0;
  for (const part of parts) {
    if (typeof part === 'string') end += together.write(part, end);
    else {
      together.set(part, end);
      end += part.length;
    }
  }
  return crypto.hash('sha256', together.subarray(0, end), 'hex');
}
