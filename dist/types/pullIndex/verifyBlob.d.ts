/**
 * Rows that somebody else made, held against the blob that the caller has. The text, the words, the ids and the hashes are made
 * anew from the blob; names, signatures and documentation must consist of words of the blob; the ranges must be lines of
 * it, and all of them. A text that shows a secret is not its own: the blob is read as the chunker reads it. What differs is refused, and is computed here as if nobody had offered it.
 */
import type { ArtifactBlob } from '../artifact/blocks.ts';
import type { ChunkRow } from '../types.ts';
export type Verified = {
    rows: ChunkRow[];
} | {
    refused: string;
};
/** @param blob of an artifact with text @param bytes what the caller's repository holds under that name */
export declare function verifyBlob(blob: ArtifactBlob, bytes: Uint8Array): Verified;
/** Git's own name for these bytes. */
export declare function isNamed(bytes: Uint8Array, name: string): boolean;
/** Or zero, for a text without any word. */
export declare function isUnit(vector: Float32Array): boolean;
