/** SHA-256 of a file, read as a stream: an artifact may be larger than memory. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** @returns 64 hex digits */
export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
