/** The key of the blob that a row belongs to. */
import type { BlobKey, ChunkRow } from '../types.ts';
export declare function rowKey({ blobSha, language }: Pick<ChunkRow, 'blobSha' | 'language'>): BlobKey;
