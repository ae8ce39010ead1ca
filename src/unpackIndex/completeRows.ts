/** Rows of an artifact with text, and the words that it left out. Ids and hashes were computed when it was read. */

import type { ArtifactBlob } from '../artifact/readArtifact.ts';
import { prepareChunk } from '../chunk/chunkPrepare.ts';
import type { ChunkRow } from '../types.ts';

export function completeRows({ blob, language, rows }: ArtifactBlob): ChunkRow[] {
  return rows.map(({ chunk, chunkId, contentHash, vector }) => ({
    ...prepareChunk(chunk!),
    chunkId,
    blobSha: blob,
    language,
    contentHash,
    vector,
  }));
}
