/** Errors that a user can do something about: a stable code, one line, and the next command to type. */
export declare const EXIT: {
    readonly ok: 0;
    readonly finding: 1;
    readonly error: 2;
    readonly noIndex: 3;
    readonly incompatible: 4;
};
export type ErrorCode = 'USAGE' | 'CONFIG' | 'NOT_A_REPOSITORY' | 'GIT' | 'BAD_REVISION' | 'BAD_PATH' | 'NO_INDEX' | 'INCOMPATIBLE_INDEX' | 'BROKEN_INDEX' | 'LOCKED' | 'STORE' | 'PLATFORM' | 'EMBEDDER' | 'EMBEDDER_MISSING' | 'EMBEDDER_AUTH' | 'EMBEDDER_MISMATCH' | 'MODEL' | 'MODEL_AUTH' | 'MODEL_MISSING' | 'BAD_PATTERN' | 'BAD_ARTIFACT' | 'NO_ARTIFACT' | 'NETWORK' | 'ABORTED';
/** @param hint the next command to type, or what to change; shown on its own line */
export declare class CoraError extends Error {
    readonly code: ErrorCode;
    readonly hint: string | undefined;
    constructor(code: ErrorCode, message: string, options?: {
        hint?: string;
        cause?: unknown;
    });
    get exitCode(): number;
}
export declare function isCoraError(error: unknown): error is CoraError;
