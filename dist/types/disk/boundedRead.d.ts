/** Reads files up to a size that the caller names: nothing larger is ever held. */
/** Something is larger than whoever reads it can use. */
export declare class TooLarge extends Error {
    readonly code = "ERR_TOO_LARGE";
    /** Named as in the system's errors. */
    readonly path: string;
    /** @param what a file, or `an answer` */
    constructor(what: string, most: number);
}
/** The most bytes of a file that Cora writes itself: a string can be no longer. */
export declare const MOST_STATE: number;
/** @throws the system's errors, EISDIR for all that is no regular file, as callers know it of folders; TooLarge */
export declare function readBounded(file: string, most: number): Promise<Buffer>;
/** Reads a file for the few callers that cannot wait. @throws as readBounded */
export declare function readBoundedSync(file: string, most: number): Buffer;
export declare function readTextBounded(file: string, most: number): Promise<string>;
