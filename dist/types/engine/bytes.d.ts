/**
 * Numbers and texts as bytes: what the sections of a segment are made of. Unsigned numbers take
 * seven bits a byte, the lowest first (LEB128); texts are UTF-8 behind their length.
 */
import { CoraError } from '../base/errors.ts';
/** Bytes that grow. */
export declare class ByteWriter {
    #private;
    length: number;
    constructor(capacity?: number);
    /** @throws RangeError for what a reader would not take for a number */
    varint(value: number): void;
    bytes(bytes: Uint8Array): void;
    /** Writes a text without its length. */
    utf8(text: string): void;
    /** Returns with how many bytes both begin. */
    sharedWith(other: ByteWriter): number;
    text(text: string): void;
    /** Writes a run of bytes behind its length: whoever does not need it goes past it. */
    run(write: (inner: ByteWriter) => void, scratch: ByteWriter): void;
    /** Returns a copy of what was written. */
    finish(): Uint8Array;
    /** Returns what was written without a copy: nothing may be written afterwards. */
    take(): Uint8Array;
}
/** Reads what a ByteWriter wrote. @throws CoraError BROKEN_INDEX past the end of the bytes */
export declare class ByteReader {
    #private;
    at: number;
    constructor(bytes: Uint8Array, at?: number);
    get isAtEnd(): boolean;
    varint(): number;
    utf8(): string;
    /** Goes past a text or a run. */
    skipRun(): void;
    /** Returns the bytes of a text or a run, which are no copy. */
    run(): Uint8Array;
    /** Goes to the first byte of a text or a run. @returns where it ends */
    enter(): number;
    slice(length: number): Uint8Array;
    /** @returns where it stood */
    skip(length: number): number;
}
export declare function textIn(bytes: Uint8Array, from: number, to: number): string;
export declare function damaged(): CoraError;
/** Numbers that are added one after the other. */
export declare class GrowingNumbers {
    #private;
    length: number;
    push(value: number): void;
    /** Adds to one that is there. */
    increase(at: number, by: number): void;
    set(at: number, value: number): void;
    at(index: number): number;
    /** Returns them without a copy: nothing may be added afterwards. */
    finish(): Uint32Array;
}
export declare function hexOf(bytes: Uint8Array, from: number, to: number): string;
/** @throws RangeError for what is no hex of this length */
export declare function bytesOfHex(hex: string, length: number): Uint8Array;
/** Returns little-endian 32-bit numbers. */
export declare function numbersIn(bytes: Uint8Array): Uint32Array;
/** Returns the same bytes where 32-bit numbers can be read in place. */
export declare function aligned(bytes: Uint8Array): Uint8Array;
