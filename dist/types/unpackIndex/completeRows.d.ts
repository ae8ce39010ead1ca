/** Rows of an artifact with text, and the words that it left out. Ids and hashes were computed when it was read. */
import type { ArtifactBlob } from '../artifact/blocks.ts';
import type { ChunkRow } from '../types.ts';
/** @param identifiers those in each row's text, where they are known already */
export declare function completeRows({ blob, language, rows }: ArtifactBlob, identifiers?: readonly (readonly string[])[]): ChunkRow[];
