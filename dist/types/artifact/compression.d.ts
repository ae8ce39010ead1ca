/**
 * Of the archive: gzip, and Zstandard where Node has it (22.15 and newer), as streams. Of the rows in it: Brotli, which makes of
 * source code a fifth less than gzip does.
 */
import type { Duplex } from 'node:stream';
export type Compression = 'gzip' | 'zstd';
export declare function hasZstd(): boolean;
/** By the name that the user gave. @throws CoraError PLATFORM, USAGE */
export declare function compressionOf(file: string): Compression;
export declare function createCompressor(compression: Compression): Duplex;
/** @param start the first bytes of the file @throws CoraError BAD_ARTIFACT, PLATFORM */
export declare function createDecompressor(start: Uint8Array): Duplex;
export declare function compressText(bytes: Buffer): Buffer;
/** @throws CoraError BAD_ARTIFACT for anything else, and for more than `most` bytes */
export declare function decompressText(bytes: Buffer, most: number): Buffer;
