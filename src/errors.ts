/** Errors that a user can do something about: a stable code, one line, and the next command to type. */

export const EXIT = { ok: 0, finding: 1, error: 2, noIndex: 3, incompatible: 4 } as const;

export type ErrorCode =
  | 'USAGE'
  | 'CONFIG'
  | 'NOT_A_REPOSITORY'
  | 'GIT'
  | 'BAD_REVISION'
  | 'BAD_PATH'
  | 'NO_INDEX'
  | 'INCOMPATIBLE_INDEX'
  | 'BROKEN_INDEX'
  | 'LOCKED'
  | 'STORE'
  | 'PLATFORM'
  | 'EMBEDDER'
  | 'EMBEDDER_MISSING'
  | 'EMBEDDER_AUTH'
  | 'EMBEDDER_MISMATCH'
  | 'MODEL'
  | 'MODEL_AUTH'
  | 'MODEL_MISSING'
  | 'BAD_PATTERN'
  | 'BAD_ARTIFACT'
  | 'NO_ARTIFACT'
  | 'NETWORK'
  | 'ABORTED';

const EXIT_OF: Partial<Record<ErrorCode, number>> = { NO_INDEX: EXIT.noIndex, INCOMPATIBLE_INDEX: EXIT.incompatible };

/** @param hint the next command to type, or what to change; shown on its own line */
export class CoraError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'CoraError';
    this.code = code;
    this.hint = options.hint;
  }

  get exitCode(): number {
    return EXIT_OF[this.code] ?? EXIT.error;
  }
}

export function isCoraError(error: unknown): error is CoraError {
  return error instanceof CoraError;
}
