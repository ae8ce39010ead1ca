/** One blob to its chunks: chooses who reads the content, and falls back to lines where that reader cannot. */
import type { ChunkedBlob } from '../types.ts';
/**
 * @param language as src/git names it; an unknown one is chunked by lines
 * @returns null for binary content; `note` tells why a parser was not used where there is one
 */
export declare function chunkBlob(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
/** What chunkBlob does for content that no parser may touch any more: `note` says why. */
export declare function chunkByLines(bytes: Uint8Array, language: string, note: string): ChunkedBlob | null;
