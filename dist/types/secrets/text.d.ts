/** Bytes to text: which blobs are text, in which encoding, and where their lines start. Secrets do not come out of here. */
import { type FoundSecret } from './redact.ts';
export interface DecodedText {
    text: string;
    /** What `text` was decoded from: as many bytes as were given, without their secrets. */
    bytes: Uint8Array;
    /** What was written over, by byte offset. */
    secrets: FoundSecret[];
    encoding: (typeof ENCODINGS)[number];
    /** Byte offset of the start of each line (split at \n), plus the blob's length at the end. */
    lineStarts: number[];
}
/**
 * True for content that is not text: a NUL anywhere, which would hide a secret from its rule. In UTF-16, which a byte-order mark
 * announces, a NUL is one of two bytes, and a secret in another encoding makes it binary too.
 */
export declare function isBinary(bytes: Uint8Array): boolean;
/** @returns null for binary content. Bytes that are not valid UTF-8 become U+FFFD; line numbers and byte offsets stay true. */
export declare function decodeText(original: Uint8Array): DecodedText | null;
/** The text alone, for showing some of its lines; null for binary content. */
export declare function textOf(original: Uint8Array): string | null;
/** With its secrets: for comparing, and for showing what is known to hold none. Null for binary content. */
export declare function originalText(original: Uint8Array): string | null;
declare const ENCODINGS: readonly ['utf-8', 'utf-16le', 'utf-16be'];
export {};
