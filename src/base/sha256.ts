/**
 * SHA-256. Browsers have none that answers at once: the build of the static page puts
 * web/static/sha256.ts in the place of this module.
 */

import { createHash } from 'node:crypto';

export function sha256(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Returns 64 hex digits. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
