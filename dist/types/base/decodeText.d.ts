/**
 * Bytes of somebody else as text: a whole file, or lines that come in pieces and may never end. It knows nothing of secrets, so that
 * a query that shows what is known to hold none loads no rules for them: secrets/text.ts does. Pure.
 */
/** @returns null for what may be binary, or is in another encoding than UTF-8: text.ts knows */
export declare function plainText(bytes: Uint8Array): string | null;
/** Bytes that are not valid become U+FFFD; a byte-order mark stays. */
export declare function decodeUtf(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): string;
/** By its byte-order mark. */
export declare function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null;
export interface LineLimits {
    /** UTF-16 code units of a line. */
    line: number;
    /** Bytes of all lines together. */
    whole: number;
}
/**
 * Lines end with a line feed; blank ones are left out, and blanks around the others.
 * @param tooMuch makes the error to throw: `a line of more than …`
 */
export declare function linesWithin(pieces: AsyncIterable<Uint8Array>, { line: longest, whole }: LineLimits, tooMuch: (what: string) => Error): AsyncGenerator<string, void, undefined>;
