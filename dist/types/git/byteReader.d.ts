/** Reads lines and counted bytes from a stream, pulling no more than was asked for. */
import type { Readable } from 'node:stream';
export declare class ByteReader {
    #private;
    constructor(stream: Readable);
    /** The next line without its newline; null at the end of the stream, also where it ends within a line. */
    line(): Promise<string | null>;
    /**
     * The next `count` bytes in a buffer of their own; null where the stream ends before.
     * @param keep only the first so many of them are returned
     */
    bytes(count: number, keep: number): Promise<Uint8Array | null>;
}
