/** Git's own name for bytes: what `git hash-object --no-filters` prints. */

import { createHash } from 'node:crypto';
import type { Repository } from './repository.ts';

export function blobName(bytes: Uint8Array, objectFormat: Repository['objectFormat']): string {
  return createHash(objectFormat).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** @param name of whichever object format: its length tells */
export function isNamed(bytes: Uint8Array, name: string): boolean {
  return blobName(bytes, name.length === 40 ? 'sha1' : 'sha256') === name;
}
