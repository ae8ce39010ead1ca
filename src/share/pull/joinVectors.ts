/** The caller's own chunks of a blob with somebody else's vectors. */

import type { Chunk, ChunkedBlob, ChunkRow } from '../../base/types.ts';
import { isNamed } from '../../git/blobName.ts';
import { rowOf } from '../../view/computeRows.ts';
import type { ArtifactBlob } from '../artifact/blocks.ts';
import { columnsOf } from '../artifact/rowBlock.ts';
import { FOREIGN_WORDS, isUnit, NO_UNIT, type Verified } from './verifyBlob.ts';

export type ChunkContent = (bytes: Uint8Array, language: string) => Promise<ChunkedBlob | null>;

/** @param blob where it comes with text, that must be the caller's own to the last letter */
export async function joinVectors(blob: ArtifactBlob, bytes: Uint8Array, chunk: ChunkContent): Promise<Verified> {
  if (!isNamed(bytes, blob.blob)) return { refused: 'the object has another content than its name says' };
  if (!blob.rows.every(({ vector }) => isUnit(vector))) return { refused: NO_UNIT };
  const offered = new Map(blob.rows.map((row) => [`${row.chunkId} ${row.contentHash}`, row]));
  const rows: ChunkRow[] = [];
  for (const one of (await chunk(bytes, blob.language))?.chunks ?? []) {
    const row = rowOf(one, blob);
    const same = offered.get(`${row.chunkId} ${row.contentHash}`);
    if (same === undefined) return { refused: 'it has other chunks here' };
    if (same.chunk !== null && packed(blob, same.chunk) !== packed(blob, row)) return { refused: FOREIGN_WORDS };
    rows.push({ ...row, vector: same.vector });
  }
  return rows.length === blob.rows.length ? { rows } : { refused: 'it has other chunks here' };
}

/** All that a pack tells of a chunk. */
function packed({ blob, language }: ArtifactBlob, chunk: Chunk): string {
  return JSON.stringify(columnsOf([{ blob, language, rows: [{ ...chunk, contentHash: '' }] }], true));
}
