/** Rows of an artifact with text, and the words that it left out. Ids and hashes were computed when it was read. */
import type { ArtifactBlob } from '../artifact/readArtifact.ts';
import type { ChunkRow } from '../types.ts';
export declare function completeRows({ blob, language, rows }: ArtifactBlob): ChunkRow[];
