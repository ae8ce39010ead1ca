/** The two larger parts of a published row, packed and unpacked. What comes from a place is held against the digest that its row names. */
export declare function packContent(bytes: Buffer): Promise<Buffer>;
/** @throws CoraError BAD_ARTIFACT */
export declare function unpackContent(packed: Buffer, digest: string): Promise<Buffer>;
export declare function sha256Of(bytes: Uint8Array): string;
