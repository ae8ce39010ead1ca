/**
 * SHA-256 for what has to be known at once: crypto.subtle only promises. It takes the place of
 * base/sha256.ts in the page of `cora pages`.
 */

import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

const encoder = new TextEncoder();

/** Returns 64 hex digits. */
export function sha256Hex(...parts: readonly (string | Uint8Array)[]): string {
  const hash = sha256.create();
  for (const part of parts) hash.update(typeof part === 'string' ? encoder.encode(part) : part);
  return bytesToHex(hash.digest());
}
