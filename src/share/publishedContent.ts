/** The two larger parts of a published row, packed and unpacked. What comes from a place is held against the digest that its row names. */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { CoraError } from '../base/errors.ts';
import { unpackBrotli } from '../disk/unpackBounded.ts';

/** Statistics of a million files are smaller; more is a bomb. */
const MOST_BYTES = 2 ** 30;
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export function packContent(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, QUALITY);
}

/** @throws CoraError BAD_ARTIFACT */
export async function unpackContent(packed: Buffer, digest: string): Promise<Buffer> {
  const bytes = await unpackBrotli(packed, MOST_BYTES).catch((cause: unknown) => {
    throw new CoraError('BAD_ARTIFACT', 'its statistics or its list of files cannot be unpacked', { cause });
  });
  if (sha256Of(bytes) !== digest)
    throw new CoraError('BAD_ARTIFACT', 'its statistics or its list of files have another SHA-256');
  return bytes;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
