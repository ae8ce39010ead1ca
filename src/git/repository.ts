/**
 * An open repository: what is known of it, how git runs for it, which objects it has lost, and the
 * names of its blobs and paths.
 */

import { createHash } from 'node:crypto';
import { CoraError } from '../base/errors.ts';

export interface Commit {
  commit: string;
  tree: string;
}

export interface Repository {
  /** The real path of the working tree's top level; null if there is none (bare). */
  worktree: string | null;
  /** The git directory of this worktree, absolute. */
  gitDir: string;
  /** The git directory that all worktrees share, absolute. */
  commonDir: string;
  objectFormat: 'sha1' | 'sha256';
  /** True if its history is cut off. */
  shallow: boolean;
  /** True for a partial clone: blobs may be missing, and git would fetch them. */
  partial: boolean;
  /** HEAD when the repository was opened; null on a branch without a commit. */
  head: Commit | null;
  /** Why the commit that HEAD names cannot be read, without a full stop: see refuseLostHead. */
  lostHead?: string;
  /** The environment that git runs with: see gitEnvironment. */
  env: NodeJS.ProcessEnv;
  /** Starts git in another process, if this one is large. */
  launch?: LaunchGit;
}

/** The tree without entries. Git knows it even if it is not stored. */
export const EMPTY_TREE = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

export const LINK_MODE = '120000';
export const SUBMODULE_MODE = '160000';
/** Cora's for a second entry of a path, in a tree that git would not make: git takes the first. */
export const TWICE = '000000';

export interface GitOutput {
  stdout: Buffer;
  stderr: string;
  status: number | null;
}

export interface GitTask {
  cwd: string;
  env: NodeJS.ProcessEnv;
  args: readonly string[];
  /** Written to standard input. */
  input: string | Uint8Array;
}

/** @returns null if the caller has to start git itself @throws CoraError ABORTED */
export type LaunchGit = (task: GitTask, signal?: AbortSignal) => Promise<GitOutput | null>;

/** `stop` ends a task for which nobody waits any more. */
export type LauncherRequest = (GitTask & { id: number }) | { stop: number };

/** `output` is null if git could not be started or was stopped. */
export type LauncherAnswer = 'ready' | { id: number; output: GitOutput | null };

export const FIND_LOST = 'git fsck   lists what is missing; git fetch --refetch   brings back what the remote has';
export const FETCH_ALL = 'git fetch --refetch --no-filter   brings what is missing';

/** @param what a sentence without its full stop */
export function lostObject({ partial }: Pick<Repository, 'partial'>, what: string): CoraError {
  const why = partial ? 'this partial clone has not fetched it' : 'the repository is damaged';
  return new CoraError('GIT', `${what}: ${why}.`, { hint: partial ? FETCH_ALL : FIND_LOST });
}

/** @throws CoraError GIT if HEAD names a commit that cannot be read */
export function refuseLostHead(repo: Pick<Repository, 'lostHead' | 'partial'>): void {
  if (repo.lostHead !== undefined) throw lostObject(repo, repo.lostHead);
}

const FIRST_COMMIT = 'git add . && git commit   then: cora index   (cora grep needs no commit)';

/** @param code NO_INDEX where an index is asked for, which cannot be there before a commit is */
export function nothingCommitted(code: 'BAD_REVISION' | 'NO_INDEX'): CoraError {
  return new CoraError(code, 'This branch has no commits yet, and Cora indexes commits.', { hint: FIRST_COMMIT });
}

/** True for an error of nothingCommitted, also one that a thread has sent: no build helps. */
export function isOfNoCommits({ hint }: Pick<CoraError, 'hint'>): boolean {
  return hint === FIRST_COMMIT;
}

/** True for the complete name of an object in either format. */
export function isObjectName(name: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(name);
}

/** Returns the name that `git hash-object --no-filters` prints. */
export function blobName(bytes: Uint8Array, objectFormat: Repository['objectFormat']): string {
  return createHash(objectFormat).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** @param name in either object format, which its length tells */
export function isNamed(bytes: Uint8Array, name: string): boolean {
  return blobName(bytes, name.length === 40 ? 'sha1' : 'sha256') === name;
}

// Paths as strings. Git's paths are bytes; nearly all are UTF-8 and stay unchanged. A byte that is
// not part of valid UTF-8 becomes U+FFFD and its two upper-case hex digits, and a U+FFFD that is
// really in the path is doubled, so that every path survives JSON, no two paths share a string, and
// the bytes come back.
//
//   63 61 66 E9 2E 63      → 'caf\uFFFDE9.c'
//   EF BF BD 2E 63         → '\uFFFD\uFFFD.c'

const ESCAPE = '\uFFFD';
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function pathFromBytes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.includes(ESCAPE) ? escapeBytes(bytes) : text;
}

/** Returns the bytes of a path for git and the file system. */
export function bytesFromPath(path: string): Buffer {
  if (!path.includes(ESCAPE)) return Buffer.from(path, 'utf8');
  const parts: Buffer[] = [];
  let rest = 0;
  for (let at = path.indexOf(ESCAPE); at !== -1; at = path.indexOf(ESCAPE, rest)) {
    parts.push(Buffer.from(path.slice(rest, at), 'utf8'));
    const hex = /^[89A-F][0-9A-F]/.exec(path.slice(at + 1, at + 3));
    parts.push(hex === null ? Buffer.from(ESCAPE, 'utf8') : Buffer.from(hex[0], 'hex'));
    rest = at + (hex !== null ? 3 : path[at + 1] === ESCAPE ? 2 : 1);
  }
  parts.push(Buffer.from(path.slice(rest), 'utf8'));
  return Buffer.concat(parts);
}

/**
 * Returns a path as a pathspec, and as arguments of `ls-tree`. Processes are started only with
 * UTF-8. If the path has other bytes, the pathspec is a pattern with `?` for each of them, and the
 * arguments are the folder above the first one. The caller then looks for the path in git's output.
 */
export function pathArguments(path: string): { spec: string; inTree: string[] } {
  const first = path.indexOf(ESCAPE);
  // `:(literal)` turns off all special characters.
  if (first === -1) return { spec: `:(literal)${path}`, inTree: ['--', path] };
  const above = path.slice(0, path.lastIndexOf('/', first) + 1);
  const pattern = path
    .replace(/[*?[\\]/g, '\\$&')
    .replace(/\uFFFD(?:[89A-F][0-9A-F]|\uFFFD)?/g, (escaped) => (escaped.length === 3 ? '?' : ESCAPE));
  return { spec: `:(glob)${pattern}`, inTree: above === '' ? ['-r'] : ['-r', '--', above] };
}

/** Returns a path for Node's functions: a string if that names the same file. */
export function fsPath(root: string, path: string): string | Buffer {
  if (!path.includes(ESCAPE)) return `${root}/${path}`;
  return Buffer.concat([Buffer.from(`${root}/`, 'utf8'), bytesFromPath(path)]);
}

/** Splits the output of `-z` into records, as paths. */
export function nulRecords(output: Uint8Array): string[] {
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.byteLength);
  const text = bytes.toString('utf8');
  const records = text.includes(ESCAPE) ? splitAtNul(bytes).map(pathFromBytes) : text.split('\0');
  if (records.at(-1) === '') records.pop();
  return records;
}

/** Returns the standard input for commands that read paths with NULs. */
export function nulPaths(paths: Iterable<string>): Buffer {
  const parts: Buffer[] = [];
  for (const path of paths) parts.push(bytesFromPath(path), Buffer.from([0]));
  return Buffer.concat(parts);
}

/** Splits at NULs. Text behind the last NUL is a part too. */
export function splitAtNul(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    parts.push(bytes.subarray(start, end));
    start = end + 1;
  }
  parts.push(bytes.subarray(start));
  return parts;
}

function escapeBytes(bytes: Uint8Array): string {
  let out = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at]!);
    const text = length === 0 ? null : decode(bytes.subarray(at, at + length));
    if (text === null) {
      out += ESCAPE + bytes[at]!.toString(16).toUpperCase();
      at += 1;
    } else {
      out += text === ESCAPE ? ESCAPE + ESCAPE : text;
      at += length;
    }
  }
  return out;
}

/** Returns the length of the UTF-8 sequence that begins with this byte; 0 if none does. */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
