/**
 * A repository once it has been opened: what is known of it, how git is started for it, what it has
 * lost, and the names of its blobs.
 */

import { createHash } from 'node:crypto';
import { CoraError } from '../base/errors.ts';

export interface Commit {
  commit: string;
  tree: string;
}

export interface Repository {
  /** Real path of the working tree's top level; null where there is none (bare). */
  worktree: string | null;
  /** The git directory of this worktree, absolute. */
  gitDir: string;
  /** The git directory that all worktrees share, absolute. */
  commonDir: string;
  objectFormat: 'sha1' | 'sha256';
  /** History is cut off somewhere. */
  shallow: boolean;
  /** A partial clone: blobs may be missing, and git would fetch them. */
  partial: boolean;
  /** HEAD when the repository was opened; null on a branch without a commit. */
  head: Commit | null;
  /**
   * The reason why a HEAD that names a commit gives none, as a sentence without its full stop: see
   * refuseLostHead.
   */
  lostHead?: string;
  /** The environment that git runs with: see gitEnvironment. */
  env: NodeJS.ProcessEnv;
  /** Starts git in the place of this process, where that is large. */
  launch?: LaunchGit;
}

/** The tree without entries. Git knows it without having stored it. */
export const EMPTY_TREE = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

export const LINK_MODE = '120000';
export const SUBMODULE_MODE = '160000';

// Git as another process starts it: what is asked, what comes back, and how gitLauncher.ts and its
// process say it.

/** The output of git. */
export interface GitOutput {
  stdout: Buffer;
  stderr: string;
  status: number | null;
}

export interface GitTask {
  cwd: string;
  env: NodeJS.ProcessEnv;
  args: readonly string[];
  /** For standard input. */
  input: string | Uint8Array;
}

/**
 * @returns null where the caller has to start git itself
 * @throws CoraError ABORTED
 */
export type LaunchGit = (task: GitTask, signal?: AbortSignal) => Promise<GitOutput | null>;

/** `stop`: nobody waits for this task any more. */
export type LauncherRequest = (GitTask & { id: number }) | { stop: number };

/** `output` is null where git could not be started or was stopped. */
export type LauncherAnswer = 'ready' | { id: number; output: GitOutput | null };

// An object that a repository names and does not hold: lost, or not fetched yet by a partial clone.

export const FIND_LOST = 'git fsck   lists what is missing; git fetch --refetch   brings back what the remote has';
export const FETCH_ALL = 'git fetch --refetch --no-filter   brings what is missing';

/** @param what a sentence without its full stop */
export function lostObject({ partial }: Pick<Repository, 'partial'>, what: string): CoraError {
  const why = partial ? 'this partial clone has not fetched it' : 'the repository is damaged';
  return new CoraError('GIT', `${what}: ${why}.`, { hint: partial ? FETCH_ALL : FIND_LOST });
}

/**
 * @throws CoraError GIT where HEAD names a commit that cannot be read; a branch without a commit is
 * none
 */
export function refuseLostHead(repo: Pick<Repository, 'lostHead' | 'partial'>): void {
  if (repo.lostHead !== undefined) throw lostObject(repo, repo.lostHead);
}

/** True for the whole name of an object, of either object format. */
export function isObjectName(name: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(name);
}

// Git's own name for bytes: what `git hash-object --no-filters` prints.

export function blobName(bytes: Uint8Array, objectFormat: Repository['objectFormat']): string {
  return createHash(objectFormat).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** @param name of whichever object format: its length tells */
export function isNamed(bytes: Uint8Array, name: string): boolean {
  return blobName(bytes, name.length === 40 ? 'sha1' : 'sha256') === name;
}
