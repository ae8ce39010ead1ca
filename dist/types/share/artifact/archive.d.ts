/**
 * An artifact is a tar archive (POSIX ustar) of plain files with short names; all else that a tar can say is refused. It is read from a
 * stream in exact amounts, and compressed by gzip or, where Node has it (22.15), Zstandard. Brotli serves the rows inside.
 */
import type { Duplex } from 'node:stream';
export declare const TAR_BLOCK = 512;
/** Always the same bytes for the same name and size: no owner, no time. */
export declare function tarHeader(name: string, size: number): Buffer;
/** Zeros after a member, up to the next header. */
export declare function paddingOf(size: number): number;
/**
 * @returns null for a block of zeros, which ends an archive
 * @throws CoraError BAD_ARTIFACT for anything but a plain file
 */
export declare function readTarHeader(header: Buffer): {
    name: string;
    size: number;
} | null;
export declare class ByteSource {
    #private;
    constructor(pieces: AsyncIterable<Uint8Array>);
    /** @throws CoraError BAD_ARTIFACT where it ends before */
    take(size: number): Promise<Buffer>;
    /** Reads to the end. @throws CoraError BAD_ARTIFACT unless nothing but `most` zeros are left */
    finish(most: number): Promise<void>;
}
export type Compression = 'gzip' | 'zstd';
export declare function hasZstd(): boolean;
/** Whether a file is called like a packed index. */
export declare function isPackedName(name: string): boolean;
/**
 * The most bytes that a packed index of `packed` bytes may unpack to. Rows are compressed already, vectors of one value vanish: a row of
 * 100 bytes has a vector of a few kilobytes.
 */
export declare function mostUnpacked(packed: number): number;
/** By the name that the user gave. @throws CoraError PLATFORM, USAGE */
export declare function compressionOf(file: string): Compression;
export declare function createCompressor(compression: Compression): Duplex;
/** @param start the first bytes of the file @throws CoraError BAD_ARTIFACT, PLATFORM */
export declare function createDecompressor(start: Uint8Array): Duplex;
export declare function compressText(bytes: Buffer): Buffer;
/** The same bytes, made in a thread of their own. */
export declare function compressTextBeside(bytes: Buffer): Promise<Buffer>;
/** @throws CoraError BAD_ARTIFACT for anything else, and for more than `most` bytes */
export declare function decompressText(bytes: Buffer, most: number): Buffer;
