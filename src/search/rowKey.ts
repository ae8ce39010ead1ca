/** The key of the blob that a row belongs to. */

import { blobKeyOf } from '../identity.ts';
import type { BlobKey, ChunkRow } from '../types.ts';

export function rowKey({ blobSha, language }: Pick<ChunkRow, 'blobSha' | 'language'>): BlobKey {
  return blobKeyOf({ blob: blobSha, language });
}
