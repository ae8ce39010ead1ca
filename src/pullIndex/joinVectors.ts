/** The caller's own chunks of a blob with somebody else's vectors: all that an artifact without text brings. */

import type { ArtifactBlob } from '../artifact/blocks.ts';
import { rowOf } from '../build/computeRows.ts';
import { isNamed } from '../git/blobName.ts';
import type { ChunkedBlob } from '../types.ts';
import { isUnit, type Verified } from './verifyBlob.ts';

export async function joinVectors(
  blob: ArtifactBlob,
  bytes: Uint8Array,
  chunk: (bytes: Uint8Array, language: string) => Promise<ChunkedBlob | null>,
): Promise<Verified> {
  if (!isNamed(bytes, blob.blob)) return { refused: 'the object has another content than its name says' };
  if (!blob.rows.every(({ vector }) => isUnit(vector))) return { refused: 'a vector is not of length one' };
  const offered = new Map(blob.rows.map(({ chunkId, contentHash, vector }) => [`${chunkId} ${contentHash}`, vector]));
  const rows = ((await chunk(bytes, blob.language))?.chunks ?? []).map((one) => {
    const row = rowOf(one, blob);
    return { ...row, vector: offered.get(`${row.chunkId} ${row.contentHash}`) };
  });
  if (rows.length !== blob.rows.length) return { refused: 'it has other chunks here' };
  const whole = rows.flatMap(({ vector, ...row }) => (vector === undefined ? [] : [{ ...row, vector }]));
  return whole.length === rows.length ? { rows: whole } : { refused: 'it has other chunks here' };
}
