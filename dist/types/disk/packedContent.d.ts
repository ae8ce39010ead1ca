/** Content of artifacts: unpacked up to a size that the caller names, and the SHA-256 of a whole file, read as a stream. */
/** @throws zlib's errors; ERR_BUFFER_TOO_LARGE for more than `most` bytes, or for a growth that no text has */
export declare function unpackBrotliSync(packed: Uint8Array, most: number): Buffer;
/** Unpacks in a thread of its own. @throws as unpackBrotliSync */
export declare function unpackBrotli(packed: Uint8Array, most: number): Promise<Buffer>;
/** @returns 64 hex digits */
export declare function sha256OfFile(file: string): Promise<string>;
