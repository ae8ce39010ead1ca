/** Bytes that come in pieces, taken in the amounts that a format wants. */
export declare class ByteSource {
    #private;
    constructor(pieces: AsyncIterable<Uint8Array>);
    /** @throws CoraError BAD_ARTIFACT where it ends before */
    take(size: number): Promise<Buffer>;
    /** Reads to the end. @throws CoraError BAD_ARTIFACT unless nothing but `most` zeros are left */
    finish(most: number): Promise<void>;
}
