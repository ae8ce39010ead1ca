/**
 * A checksum at the end of a file that is replaced whole: tells a byte that changed on the disk from one that was meant.
 * Files of earlier versions have none and are believed. Not a signature.
 */
/** @returns the object as one line of JSON, the checksum as its last key */
export declare function sealJson(value: object): string;
/** True also where there is no checksum. */
export declare function isJsonWhole(text: string): boolean;
export declare function sealBytes(bytes: Buffer): Buffer;
/** True also where there is no checksum. */
export declare function areBytesWhole(bytes: Buffer): boolean;
