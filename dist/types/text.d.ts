/** Bytes to text: which blobs are text, in which encoding, and where their lines start. */
export interface DecodedText {
    text: string;
    encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
    /** Byte offset of the start of each line (split at \n), plus the blob's length at the end. */
    lineStarts: number[];
}
/** True for content that is not text: a NUL byte in the first bytes, unless a byte-order mark says UTF-16. */
export declare function isBinary(bytes: Uint8Array): boolean;
/** @returns null for binary content. Bytes that are not valid UTF-8 become U+FFFD; line numbers and byte offsets stay true. */
export declare function decodeText(bytes: Uint8Array): DecodedText | null;
/** The text alone, for showing some of its lines; null for binary content. */
export declare function textOf(bytes: Uint8Array): string | null;
