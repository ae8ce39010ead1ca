/**
 * Errors that a user can do something about: a stable code, one line, and the next command to type.
 */

export const EXIT = { ok: 0, finding: 1, error: 2, noIndex: 3, incompatible: 4 } as const;

export type ErrorCode =
  | 'USAGE'
  | 'CONFIG'
  | 'NOT_A_REPOSITORY'
  | 'GIT'
  | 'BAD_REVISION'
  | 'BAD_PATH'
  | 'NO_INDEX'
  | 'NOT_FRESH'
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
  | 'NOT_ATTESTED'
  | 'NETWORK'
  | 'ABORTED';

const EXIT_OF: Partial<Record<ErrorCode, number>> = { NO_INDEX: EXIT.noIndex, INCOMPATIBLE_INDEX: EXIT.incompatible };

/**
 * @param hint the next command to type, or what to change; it is shown on its own line
 * @param lines the only part that may have several lines, such as the content that would be written
 */
export class CoraError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly lines: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; lines?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'CoraError';
    this.code = code;
    this.hint = options.hint;
    this.lines = options.lines;
  }

  get exitCode(): number {
    return EXIT_OF[this.code] ?? EXIT.error;
  }
}

/**
 * Thrown when a remote file changed while it was being read. All that was read of it is out of
 * date.
 */
export class HasChanged extends CoraError {
  /** @param what the file's name, in a form that may be shown */
  constructor(what: string) {
    super('NETWORK', `${what} has changed while it was read.`, { hint: 'ask again: it is read anew then' });
    this.name = 'HasChanged';
  }
}

export function isCoraError(error: unknown): error is CoraError {
  return error instanceof CoraError;
}

/** Returns the message with a full stop at its end, so that another sentence can follow. */
export function asSentence(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`;
}

/**
 * Call this between the steps of long work.
 * @throws CoraError ABORTED if the signal is aborted
 */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortedBy(signal);
}

/** Returns the error of work whose signal has fired. */
export function abortedBy(signal: AbortSignal): CoraError {
  return new CoraError('ABORTED', 'Interrupted.', { cause: signal.reason });
}

interface SystemTrouble {
  said: string;
  hint: string;
  /**
   * Errors of the operating system by name, and by Linux's number: LanceDB's messages hold only the
   * number.
   */
  codes?: readonly string[];
  /**
   * Messages of LanceDB, of the loader of binaries, of WebAssembly and of git, which have no `code`
   * of use. They are matched at the start or behind a colon, because a quoted name of a file or
   * branch may hold the same words.
   */
  words?: RegExp;
}

const FREE_SPACE = 'free some space and run the same command again: what was finished is kept';
const PERMISSIONS = 'check owner and permissions, or choose another place for the index with --store DIR';
const MORE_MEMORY =
  'raise its limit (ulimit -v, or that of the container), end other programs, or index with --jobs 1, and run the same command again';

const TROUBLES: readonly SystemTrouble[] = [
  {
    // LanceDB panics when it gets no memory for a thread. The reason stands only in what it prints
    // itself.
    said: 'LanceDB stopped, as it does when this process gets no more memory',
    hint: MORE_MEMORY,
    words: /(?:^|: )Panic in async function/,
  },
  {
    said: 'the folder for temporary files, which TMPDIR names, cannot be written',
    hint: 'set TMPDIR to a folder with free space that you can write to, and run the same command again',
    // The second one is all that LanceDB says where a sort finds no space there.
    words: /(?:^|: )(?:failed to create temp(?:orary)? (?:dir|file): |Spill has sent an error)/i,
  },
  {
    said: 'this process gets no more memory',
    hint: MORE_MEMORY,
    codes: ['ENOMEM', '12', 'ERR_WORKER_OUT_OF_MEMORY'],
    words:
      /: failed to map segment from shared object$|(?:^|: )(?:(?:cannot|could not) allocate memory|array buffer allocation failed|out of memory)(?![\w/])/i,
  },
  {
    said: 'no more processes or threads can be started',
    hint: 'raise the limit (ulimit -u, or that of the container), or end other programs, and run the same command again',
    codes: ['EAGAIN', '11'],
    words: /: resource temporarily unavailable$/i,
  },
  {
    said: 'too many files are open',
    hint: 'raise the limit (ulimit -n 4096) and run the same command again',
    codes: ['EMFILE', 'ENFILE', '24'],
    words: /: too many open files$/i,
  },
  {
    said: 'there is no space left on the disk',
    hint: FREE_SPACE,
    codes: ['ENOSPC', '28'],
    words: /: no space left on device$/i,
  },
  { said: 'permission denied', hint: PERMISSIONS, codes: ['EACCES', 'EPERM', '13'] },
  {
    said: 'the disk cannot be read or written (an input/output error)',
    hint: 'check the disk; then: cora doctor --fix',
    codes: ['EIO', '5'],
  },
  { said: 'your share of the disk is used up', hint: FREE_SPACE, codes: ['EDQUOT', '122'] },
  {
    said: 'a file would be larger than this system allows',
    hint: 'check ulimit -f and the file system',
    codes: ['EFBIG', '27'],
  },
  {
    said: 'the file is larger than anything that belongs there',
    hint: 'remove it, or find out what writes it; cora doctor --fix rebuilds the files of an index',
    codes: ['ERR_TOO_LARGE'],
  },
  { said: 'the file system is read-only', hint: PERMISSIONS, codes: ['EROFS', '30'] },
];
const NO_FOLDER: SystemTrouble = { said: 'no folder can be made there', hint: PERMISSIONS };
/** Matches a message that git passes on from a remote: it says nothing about this machine. */
const OF_OTHERS = /^(?:remote|(?:fatal|error): remote error): /i;
/** Quoted names, from the first quote to the last one: a name may hold quotes. */
const QUOTED = /'.*'|".*"|`.*`/gs;

const OTHER_KIND: SystemTrouble = {
  said: 'something else is in the place of the file or folder that belongs there',
  hint: 'check what it is (ls -ld), move it away, and run the same command again',
};
/**
 * Something that is not the expected kind of file. Callers that know more, such as what a damaged
 * index needs, report these first.
 */
const IN_ITS_PLACE: ReadonlySet<string | undefined> = new Set([
  'EISDIR',
  'ERR_FS_EISDIR',
  'ENOTDIR',
  'ELOOP',
  'ENXIO',
  'EEXIST',
]);

/** Returns the `code` of an error, such as ENOENT, or '' if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/**
 * Makes a handler for `catch` that answers for Cora's own errors with one of these codes, or with
 * any code if none is given. It throws every other error again.
 */
export function whenRefused<T>(answer: (error: CoraError) => T, ...codes: ErrorCode[]): (error: unknown) => T {
  return (error) => {
    if (isCoraError(error) && (codes.length === 0 || codes.includes(error.code))) return answer(error);
    throw error;
  };
}

/** Makes such a handler that returns `instead`. */
export function ifRefused<T>(instead: T, ...codes: ErrorCode[]): (error: unknown) => T {
  return whenRefused(() => instead, ...codes);
}

/**
 * Makes a handler for `catch` that returns `instead` if a file is missing. It throws every other
 * error, such as too many open files, again.
 */
export function ifAbsent<T>(instead: T): (error: unknown) => T {
  return (error) => {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return instead;
    throw error;
  };
}

/**
 * Returns an error for people if a disk, a file system or a limit of the machine is the cause. It
 * has no stack, because Cora is not at fault.
 * @param what the thing that could not be done, such as `the index in /a/b`; the path in the
 * system's error if left out
 * @returns null for every other error
 */
export function systemFailure(error: unknown, what?: string): CoraError | null {
  if (!(error instanceof Error)) return null;
  const { path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: unknown };
  if (syscall === 'uv_cwd') {
    return new CoraError('USAGE', 'The folder you are in no longer exists.', {
      hint: 'cd to another folder',
      cause: error,
    });
  }
  const trouble = troubleOf(error, what);
  if (trouble === undefined) return error.cause === undefined ? null : systemFailure(error.cause, what);
  const place = what ?? [dest, path].find((one) => typeof one === 'string');
  return new CoraError('STORE', `${place === undefined ? '' : `${place}: `}${trouble.said}.`, {
    hint: trouble.hint,
    cause: error,
  });
}

/** Returns an error's own hint if it `fits` the reader, and `instead` otherwise. */
export function hintFor<T>(hint: string | undefined, instead: T, fits: (hint: string) => boolean): string | T {
  return hint !== undefined && hint !== '' && fits(hint) ? hint : instead;
}

/**
 * False for the hints about permissions and a full disk. There the place is the problem, and only
 * the caller can name another one.
 */
export function isOfNoPlace(hint: string): boolean {
  return hint !== PERMISSIONS && hint !== FREE_SPACE;
}

/**
 * False for hints that name a command or an option, which a program that calls Cora cannot type.
 */
export function isOfNoTerminal(hint: string): boolean {
  return !/(?:^|[ `])(?:cora|git|npm|npx) [a-z]|(?:^|\s)--[a-z]/.test(hint);
}

function troubleOf(error: Error, what: string | undefined): SystemTrouble | undefined {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const worded = troubleIn(error);
  if (worded !== undefined) return worded;
  // mkdir also fails with ENOENT where the parent exists but takes no folder, as /proc does. Node
  // reports a read-only file system in this way too.
  if (code === 'ENOENT' && syscall === 'mkdir') return NO_FOLDER;
  if (what === undefined && typeof path === 'string' && IN_ITS_PLACE.has(code)) return OTHER_KIND;
  return withCode(code) ?? withCode(numberIn(error.message));
}

function troubleIn(error: Error): SystemTrouble | undefined {
  // Errors of Node have a number, and their message holds a path. A syntax error quotes text. Both
  // could match by accident.
  if ((error as NodeJS.ErrnoException).errno !== undefined || error instanceof SyntaxError) return undefined;
  const message = error.message.replace(QUOTED, "''").trim();
  if (OF_OTHERS.test(message)) return undefined;
  return TROUBLES.find(({ words }) => words?.test(message));
}

function withCode(code: string | undefined): SystemTrouble | undefined {
  return TROUBLES.find(({ codes }) => code !== undefined && codes?.includes(code));
}

/** Returns the last system error number of a LanceDB message; it stands behind the path. */
function numberIn(message: string): string | undefined {
  return [...message.matchAll(/\(os error (\d+)\)/g)].at(-1)?.[1];
}

/**
 * Returns the innermost `cause`: fetch wraps the error of a socket once, and that of a tunnel
 * twice.
 */
export function deepestCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? deepestCause(error.cause) : error;
}

/**
 * Returns errors of Cora and of the system in words for people, and every other error unchanged.
 */
export function knownError(error: unknown): unknown {
  return isCoraError(error) ? error : (systemFailure(error) ?? error);
}

/** An error for another thread: sending the error itself would keep only its message. */
export interface SentError {
  message: string;
  stack: string | undefined;
  isKnown: boolean;
  /** Its other fields, such as code, hint and path. */
  details: Readonly<Record<string, unknown>>;
}

/** Returns an error in the form that is sent to another thread. */
export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, isKnown: false, details: {} };
  const { message, stack } = error;
  const details = Object.entries(error).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return { message, stack, isKnown: error instanceof CoraError, details: Object.fromEntries(details) };
}

export function receivedError({ message, stack, isKnown, details }: SentError): Error {
  const error = isKnown
    ? new CoraError(details['code'] as ErrorCode, message, details)
    : Object.assign(new Error(message), details);
  if (stack !== undefined) error.stack = stack;
  return error;
}
