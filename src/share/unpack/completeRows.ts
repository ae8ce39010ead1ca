/** Rows of an artifact with text, and the words that it left out. Ids and hashes were computed when it was read. */

import type { ChunkRow } from '../../base/types.ts';
import { prepareChunk } from '../../chunk/chunkPrepare.ts';
import type { ArtifactBlob } from '../artifact/blocks.ts';

/** @param identifiers those in each row's text, where they are known already */
export function completeRows(
  { blob, language, rows }: ArtifactBlob,
  identifiers?: readonly (readonly string[])[],
): ChunkRow[] {
  return rows.map(({ chunk, chunkId, contentHash, vector }, at) => {
    const row = prepareChunk(chunk!, identifiers?.[at]);
    return Object.assign(row, { chunkId, blobSha: blob, language, contentHash, vector });
  });
}
