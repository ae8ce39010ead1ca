/**
 * Parses JSON that somebody else wrote. Size, depth and number of values are counted over the text first, in linear time and
 * without allocating: two kilobytes of Brotli can hold thirty million brackets, and JSON.parse makes gigabytes of them.
 */
export interface JsonLimits {
    /** Bytes, or UTF-16 code units of a string. */
    bytes: number;
    /** Arrays and objects within each other. */
    depth?: number;
    /** Values of all kinds, in all arrays and objects together; each costs up to a hundred bytes. */
    values?: number;
}
/** For messages of one line and files that a person or Cora's own bookkeeping writes. */
export declare const SMALL_JSON: JsonLimits;
/** For the state that Cora writes of a large repository, and reads again. */
export declare const STATE_JSON: JsonLimits;
/** It is refused unread. A SyntaxError: whoever takes what is no JSON for nothing takes this for nothing too. */
export declare class TooMuchJson extends SyntaxError {
    readonly name = "TooMuchJson";
}
/** @throws SyntaxError for what is no JSON, and TooMuchJson, which is one, for more of it than the limits */
export declare function parseBounded(json: Uint8Array | string, limits: JsonLimits): unknown;
/** @returns `JSON of more than …`; null where it is within the limits. What is no JSON is, or not: they hold for it all the same. */
export declare function tooMuchJson(json: Uint8Array | string, limits: JsonLimits): string | null;
/** @param text may begin with a byte-order mark, which JSON itself does not know. @throws SyntaxError that says the line and quotes nothing */
export declare function parseUserJson(text: string): unknown;
