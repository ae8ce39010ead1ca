/** Parsers for those who may need none: they are loaded when the first file has to be chunked, without threads. */
import type { ChunkedBlob } from '../base/types.ts';
export interface LazyParsers {
    /** @returns null for binary content */
    chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
    close(): void;
}
export declare function createLazyParsers(): LazyParsers;
