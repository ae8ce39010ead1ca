/**
 * Errors that a user can do something about: a stable code, one line, and the next command to type.
 */
export declare const EXIT: {
    readonly ok: 0;
    readonly finding: 1;
    readonly error: 2;
    readonly noIndex: 3;
    readonly incompatible: 4;
};
export type ErrorCode = 'USAGE' | 'CONFIG' | 'NOT_A_REPOSITORY' | 'GIT' | 'BAD_REVISION' | 'BAD_PATH' | 'NO_INDEX' | 'NOT_FRESH' | 'INCOMPATIBLE_INDEX' | 'BROKEN_INDEX' | 'LOCKED' | 'STORE' | 'PLATFORM' | 'EMBEDDER' | 'EMBEDDER_MISSING' | 'EMBEDDER_AUTH' | 'EMBEDDER_MISMATCH' | 'MODEL' | 'MODEL_AUTH' | 'MODEL_MISSING' | 'BAD_PATTERN' | 'BAD_ARTIFACT' | 'NO_ARTIFACT' | 'NOT_ATTESTED' | 'NETWORK' | 'ABORTED';
/**
 * @param hint the next command to type, or what to change; shown on its own line
 * @param lines what the message is about, such as what would be written; all other texts are one
 * line each
 */
export declare class CoraError extends Error {
    readonly code: ErrorCode;
    readonly hint: string | undefined;
    readonly lines: string | undefined;
    constructor(code: ErrorCode, message: string, options?: {
        hint?: string;
        lines?: string;
        cause?: unknown;
    });
    get exitCode(): number;
}
/**
 * Tells that something far away is not what was begun with: all that was read of it is of the past.
 */
export declare class HasChanged extends CoraError {
    /** @param what its name as it may be shown */
    constructor(what: string);
}
export declare function isCoraError(error: unknown): error is CoraError;
/** Returns a message that another sentence can follow: it ends with a full stop. */
export declare function asSentence(message: string): string;
/**
 * For work in several steps: between two of them.
 * @throws CoraError ABORTED where nobody waits for what comes of it
 */
export declare function throwIfAborted(signal: AbortSignal | undefined): void;
/** Returns the error of work whose signal has fired. */
export declare function abortedBy(signal: AbortSignal): CoraError;
/** Returns the `code` of an error, such as ENOENT; '' where it has none. */
export declare function codeOf(error: unknown): string;
/** For what Cora may refuse, with one of these codes or with any: any other error is thrown on. */
export declare function ifRefused<T>(instead: T, ...codes: readonly ErrorCode[]): (error: unknown) => T;
/**
 * For what may be missing: any other failure to read it, such as too many open files, does not mean
 * that it is.
 */
export declare function ifAbsent<T>(instead: T): (error: unknown) => T;
/**
 * Returns an error for what a disk, a file system or a limit of the machine refuses: no fault of
 * Cora's, and no stack helps.
 * @param what what could not be done: `the index in /a/b`; where it is left out, the path that the
 * system names
 * @returns null for any other error
 */
export declare function systemFailure(error: unknown, what?: string): CoraError | null;
/**
 * An error's own hint knows most; where it does not fit its reader, something else has to be said.
 * @param instead for this reader
 */
export declare function hintFor<T>(hint: string | undefined, instead: T, fits: (hint: string) => boolean): string | T;
/**
 * False for the hints of permissions and a full disk, where the place is what stops it: only the
 * caller knows another one.
 */
export declare function isOfNoPlace(hint: string): boolean;
/**
 * False for commands and options of a command line, which a program that calls Cora cannot type.
 */
export declare function isOfNoTerminal(hint: string): boolean;
/** Returns what lies at the bottom of an error: fetch wraps the socket's once, a tunnel's twice. */
export declare function deepestCause(error: unknown): Error;
/**
 * Returns an error in words for people where it is Cora's own or the system's, and any other one as
 * it is.
 */
export declare function knownError(error: unknown): unknown;
