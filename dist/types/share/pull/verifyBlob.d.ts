/**
 * Rows that somebody else made, held against the blob that the caller has. The text, the words, the ids and the hashes are made
 * anew from the blob; names, signatures and documentation must consist of words of the blob; the ranges must be lines of
 * it, and all of them. A text that shows a secret is not its own: the blob is read as the chunker reads it. What differs is refused, and is computed here as if nobody had offered it.
 * A name of other words is not refused yet: it may be what a parser makes of an escape or a mark, and settleDoubts.ts asks one.
 */
import type { ChunkedBlob, ChunkRow } from '../../base/types.ts';
import { type ArtifactBlob } from '../artifact/blocks.ts';
/** Refused with the blob's own content: what a parser makes of it can still prove the rows right. */
export type Verified = {
    rows: ChunkRow[];
} | {
    refused: string;
    content?: Uint8Array;
};
/** @param blob of an artifact with text @param bytes what the caller's repository holds under that name */
export declare function verifyBlob(blob: ArtifactBlob, bytes: Uint8Array): Verified;
export type ChunkContent = (bytes: Uint8Array, language: string) => Promise<ChunkedBlob | null>;
/** @param blob where it comes with text, that must be the caller's own to the last letter */
export declare function joinVectors(blob: ArtifactBlob, bytes: Uint8Array, chunk: ChunkContent): Promise<Verified>;
/** @param identifiers those in each row's text, where they are known already */
export declare function completeRows({ blob, language, rows }: ArtifactBlob, identifiers?: readonly (readonly string[])[]): ChunkRow[];
