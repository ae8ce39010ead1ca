/** SHA-256 of a file, read as a stream: an artifact may be larger than memory. */
/** @returns 64 hex digits */
export declare function sha256Of(file: string): Promise<string>;
