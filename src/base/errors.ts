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
 * @param hint the next command to type, or what to change; shown on its own line
 * @param lines what the message is about, such as what would be written; all other texts are one
 * line each
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
 * Tells that something far away is not what was begun with: all that was read of it is of the past.
 */
export class HasChanged extends CoraError {
  /** @param what its name as it may be shown */
  constructor(what: string) {
    super('NETWORK', `${what} has changed while it was read.`, { hint: 'ask again: it is read anew then' });
    this.name = 'HasChanged';
  }
}

export function isCoraError(error: unknown): error is CoraError {
  return error instanceof CoraError;
}

/** Returns a message that another sentence can follow: it ends with a full stop. */
export function asSentence(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`;
}

/**
 * For work in several steps: between two of them.
 * @throws CoraError ABORTED where nobody waits for what comes of it
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
}

const FREE_SPACE = 'free some space and run the same command again: what was finished is kept';
const PERMISSIONS = 'check owner and permissions, or choose another place for the index with --store DIR';
const FULL: SystemTrouble = { said: 'there is no space left on the disk', hint: FREE_SPACE };
const REFUSED: SystemTrouble = { said: 'permission denied', hint: PERMISSIONS };
const NO_FOLDER: SystemTrouble = { said: 'no folder can be made there', hint: PERMISSIONS };
const DAMAGED: SystemTrouble = {
  said: 'the disk cannot be read or written (an input/output error)',
  hint: 'check the disk; then: cora doctor --fix',
};
const QUOTA: SystemTrouble = { said: 'your share of the disk is used up', hint: FREE_SPACE };
const TOO_LARGE: SystemTrouble = {
  said: 'a file would be larger than this system allows',
  hint: 'check ulimit -f and the file system',
};
const OVERGROWN: SystemTrouble = {
  said: 'the file is larger than anything that belongs there',
  hint: 'remove it, or find out what writes it; cora doctor --fix rebuilds the files of an index',
};
const READ_ONLY: SystemTrouble = { said: 'the file system is read-only', hint: PERMISSIONS };
const TOO_MANY: SystemTrouble = {
  said: 'too many files are open',
  hint: 'raise the limit (ulimit -n 4096) and run the same command again',
};

const TEMPORARY: SystemTrouble = {
  said: 'the folder for temporary files, which TMPDIR names, cannot be written',
  hint: 'set TMPDIR to a folder with free space that you can write to, and run the same command again',
};
const MEMORY: SystemTrouble = {
  said: 'this process gets no more memory',
  hint: 'raise its limit (ulimit -v, or that of the container), end other programs, or index with --jobs 1, and run the same command again',
};
/** Seen where the system gives no memory for a thread; its own message stands above. */
const PANIC: SystemTrouble = {
  said: 'LanceDB stopped, as it does when this process gets no more memory',
  hint: MEMORY.hint,
};
const PROCESSES: SystemTrouble = {
  said: 'no more processes or threads can be started',
  hint: 'raise the limit (ulimit -u, or that of the container), or end other programs, and run the same command again',
};
/**
 * Messages without a code, or with one that is of another place: of LanceDB, of what loads a
 * binary, of WebAssembly and of Git. Where a message begins, or behind a colon: a name that it
 * quotes, of a file or a branch, may hold the same words.
 */
const BY_WORDS: readonly [RegExp, SystemTrouble][] = [
  [/(?:^|: )Panic in async function/, PANIC],
  [/(?:^|: )failed to create temp(?:orary)? (?:dir|file): /i, TEMPORARY],
  [/: failed to map segment from shared object$/i, MEMORY],
  [/(?:^|: )(?:(?:cannot|could not) allocate memory|array buffer allocation failed|out of memory)(?![\w/])/i, MEMORY],
  // Git's words have no code, and stand last.
  [/: resource temporarily unavailable$/i, PROCESSES],
  [/: too many open files$/i, TOO_MANY],
  [/: no space left on device$/i, FULL],
];
/** Matches a message that git passes on from a remote: it says nothing about this machine. */
const OF_OTHERS = /^(?:remote|(?:fatal|error): remote error): /i;
/** From the first to the last mark: a name may have some, too. */
const QUOTED = /'.*'|".*"|`.*`/gs;

const OTHER_KIND: SystemTrouble = {
  said: 'something else is in the place of the file or folder that belongs there',
  hint: 'check what it is (ls -ld), move it away, and run the same command again',
};
/**
 * Only where nobody before knew better: a damaged index has such errors too, and a remedy of its
 * own.
 */
const IN_ITS_PLACE: ReadonlySet<string | undefined> = new Set([
  'EISDIR',
  'ERR_FS_EISDIR',
  'ENOTDIR',
  'ELOOP',
  'ENXIO',
  'EEXIST',
]);

/**
 * The troubles that the operating system reports, by its names and by Linux's numbers, which are
 * all that LanceDB's messages hold.
 */
const TROUBLE: Readonly<Record<string, SystemTrouble>> = {
  ENOSPC: FULL,
  28: FULL,
  EDQUOT: QUOTA,
  122: QUOTA,
  EFBIG: TOO_LARGE,
  27: TOO_LARGE,
  EROFS: READ_ONLY,
  30: READ_ONLY,
  EACCES: REFUSED,
  EPERM: REFUSED,
  13: REFUSED,
  EIO: DAMAGED,
  5: DAMAGED,
  ERR_TOO_LARGE: OVERGROWN,
  EMFILE: TOO_MANY,
  ENFILE: TOO_MANY,
  24: TOO_MANY,
  ENOMEM: MEMORY,
  12: MEMORY,
  EAGAIN: PROCESSES,
  11: PROCESSES,
  ERR_WORKER_OUT_OF_MEMORY: MEMORY,
};

/** Returns the `code` of an error, such as ENOENT; '' where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** For what Cora may refuse, with one of these codes or with any: any other error is thrown on. */
export function ifRefused<T>(instead: T, ...codes: readonly ErrorCode[]): (error: unknown) => T {
  return (error) => {
    if (isCoraError(error) && (codes.length === 0 || codes.includes(error.code))) return instead;
    throw error;
  };
}

/**
 * For what may be missing: any other failure to read it, such as too many open files, does not mean
 * that it is.
 */
export function ifAbsent<T>(instead: T): (error: unknown) => T {
  return (error) => {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return instead;
    throw error;
  };
}

/**
 * Returns an error for what a disk, a file system or a limit of the machine refuses: no fault of
 * Cora's, and no stack helps.
 * @param what what could not be done: `the index in /a/b`; where it is left out, the path that the
 * system names
 * @returns null for any other error
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

/**
 * An error's own hint knows most; where it does not fit its reader, something else has to be said.
 * @param instead for this reader
 */
export function hintFor<T>(hint: string | undefined, instead: T, fits: (hint: string) => boolean): string | T {
  return hint !== undefined && hint !== '' && fits(hint) ? hint : instead;
}

/**
 * False for the hints of permissions and a full disk, where the place is what stops it: only the
 * caller knows another one.
 */
export function isOfNoPlace(hint: string): boolean {
  return hint !== PERMISSIONS && hint !== FREE_SPACE;
}

/**
 * False for commands and options of a command line, which a program that calls Cora cannot type.
 */
export function isOfNoTerminal(hint: string): boolean {
  return !/(?:^|[ `])(?:cora|git|npm|npx) [a-z]|(?:^|\s)--[a-z]/.test(hint);
}

function troubleOf(error: Error, what: string | undefined): SystemTrouble | undefined {
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const worded = troubleIn(error);
  if (worded !== undefined) return worded;
  // Where the folder above is there: /proc takes none. Node also says it of a read-only file
  // system.
  if (code === 'ENOENT' && syscall === 'mkdir') return NO_FOLDER;
  if (what === undefined && typeof path === 'string' && IN_ITS_PLACE.has(code)) return OTHER_KIND;
  return TROUBLE[code ?? ''] ?? TROUBLE[numberIn(error.message) ?? ''];
}

function troubleIn(error: Error): SystemTrouble | undefined {
  // Node's own errors have a number, and their messages a path; a syntax error quotes what it
  // stands in.
  if ((error as NodeJS.ErrnoException).errno !== undefined || error instanceof SyntaxError) return undefined;
  const message = error.message.replace(QUOTED, "''").trim();
  if (OF_OTHERS.test(message)) return undefined;
  return BY_WORDS.find(([words]) => words.test(message))?.[1];
}

/** LanceDB's, which stands behind the path that it is about. */
function numberIn(message: string): string | undefined {
  return [...message.matchAll(/\(os error (\d+)\)/g)].at(-1)?.[1];
}

/** Returns what lies at the bottom of an error: fetch wraps the socket's once, a tunnel's twice. */
export function deepestCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? deepestCause(error.cause) : error;
}

/**
 * Returns an error in words for people where it is Cora's own or the system's, and any other one as
 * it is.
 */
export function knownError(error: unknown): unknown {
  return isCoraError(error) ? error : (systemFailure(error) ?? error);
}
