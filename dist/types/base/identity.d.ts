/** What names a blob, a chunk and a chunk's content: the keys under which nothing is computed twice. */
import type { BlobKey, Chunk, ChunkRow } from './types.ts';
/** The first `length` hex digits of SHA-256 over the parts, each preceded by its length so that no two lists collide. */
export declare function fingerprintOf(parts: readonly (string | number)[], length?: number): string;
export declare function blobKeyOf(file: {
    blob: string;
    language: string;
}): BlobKey;
/** The key of the blob that a row belongs to. */
export declare function rowKeyOf({ blobSha, language }: Pick<ChunkRow, 'blobSha' | 'language'>): BlobKey;
export declare function chunkIdOf(blobSha: string, language: string, startByte: number, endByte: number): string;
/** What is embedded of a chunk: where it stands and its text. Rows know no paths. */
export declare function embedTextOf(chunk: Pick<Chunk, 'scope' | 'signature' | 'part' | 'text'>): string;
export declare function contentHashOf(embedText: string): string;
