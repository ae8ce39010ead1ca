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
 * @param hint the next command to type, or what to change; it is shown on its own line
 * @param lines the only part that may have several lines, such as the content that would be written
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
 * Thrown when a remote file changed while it was being read. All that was read of it is out of
 * date.
 */
export declare class HasChanged extends CoraError {
    /** @param what the file's name, in a form that may be shown */
    constructor(what: string);
}
export declare function isCoraError(error: unknown): error is CoraError;
/** Returns the message with a full stop at its end, so that another sentence can follow. */
export declare function asSentence(message: string): string;
/**
 * Call this between the steps of long work.
 * @throws CoraError ABORTED if the signal is aborted
 */
export declare function throwIfAborted(signal: AbortSignal | undefined): void;
/** Returns the error of work whose signal has fired. */
export declare function abortedBy(signal: AbortSignal): CoraError;
/** Returns the `code` of an error, such as ENOENT, or '' if it has none. */
export declare function codeOf(error: unknown): string;
/**
 * Makes a handler for `catch` that answers for Cora's own errors with one of these codes, or with
 * any code if none is given. It throws every other error again.
 */
export declare function whenRefused<T>(answer: (error: CoraError) => T, ...codes: ErrorCode[]): (error: unknown) => T;
/** Makes such a handler that returns `instead`. */
export declare function ifRefused<T>(instead: T, ...codes: ErrorCode[]): (error: unknown) => T;
/**
 * Makes a handler for `catch` that returns `instead` if a file is missing. It throws every other
 * error, such as too many open files, again.
 */
export declare function ifAbsent<T>(instead: T): (error: unknown) => T;
/**
 * Returns an error for people if a disk, a file system or a limit of the machine is the cause. It
 * has no stack, because Cora is not at fault.
 * @param what the thing that could not be done, such as `the index in /a/b`; the path in the
 * system's error if left out
 * @returns null for every other error
 */
export declare function systemFailure(error: unknown, what?: string): CoraError | null;
/** Returns an error's own hint if it `fits` the reader, and `instead` otherwise. */
export declare function hintFor<T>(hint: string | undefined, instead: T, fits: (hint: string) => boolean): string | T;
/**
 * False for the hints about permissions and a full disk. There the place is the problem, and only
 * the caller can name another one.
 */
export declare function isOfNoPlace(hint: string): boolean;
/**
 * False for hints that name a command or an option, which a program that calls Cora cannot type.
 */
export declare function isOfNoTerminal(hint: string): boolean;
/**
 * Returns the innermost `cause`: fetch wraps the error of a socket once, and that of a tunnel
 * twice.
 */
export declare function deepestCause(error: unknown): Error;
/**
 * Returns errors of Cora and of the system in words for people, and every other error unchanged.
 */
export declare function knownError(error: unknown): unknown;
/** An error for another thread: sending the error itself would keep only its message. */
export interface SentError {
    message: string;
    stack: string | undefined;
    isKnown: boolean;
    /** Its other fields, such as code, hint and path. */
    details: Readonly<Record<string, unknown>>;
}
/** Returns an error in the form that is sent to another thread. */
export declare function sentError(error: unknown): SentError;
export declare function receivedError({ message, stack, isKnown, details }: SentError): Error;
