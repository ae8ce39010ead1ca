/**
 * Makes sure that a store has one writer. proper-lockfile keeps a folder with a heartbeat. A file
 * beside it names the owner, for messages, and so that the lock of a killed process can be taken
 * over at once. Readers need no lock.
 */

import { randomUUID } from 'node:crypto';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LockOptions as FileLockOptions } from 'proper-lockfile';
import { parseBounded, SMALL_JSON } from '../base/boundedJson.ts';
import { CoraError, codeOf, systemFailure } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { makePrivate, PRIVATE_FILE } from '../disk/makePrivate.ts';
import { isGone, markOfSelf, type ProcessMark } from '../disk/processes.ts';
import { removeTempFilesOf } from '../disk/replaceFile.ts';
import { refuseLinks } from './location.ts';

export interface WriteLock {
  /**
   * Call it right before each commit. @throws CoraError LOCKED if another process has taken the
   * lock over
   */
  ensureOwned(): void;
}

interface LockOptions {
  /** The time to wait for another writer, in milliseconds. */
  waitMs: number;
  log: Log;
  /** The lock's name in the folder; by default the store's own. */
  lock?: LockName;
  /** Aborting it ends the waiting, with ABORTED. */
  signal?: AbortSignal | undefined;
}

/** The locks of a folder, each with what its owner is doing. */
const DOING = {
  write: 'writing this index',
  sync: 'syncing the repositories',
  manifest: 'changing the list of repositories',
  jobs: 'changing the list of index jobs',
};
export type LockName = keyof typeof DOING;

/** Locks that are held for milliseconds; no message tells about them. */
const BRIEF: ReadonlySet<LockName> = new Set(['manifest', 'jobs']);

/**
 * The time that a writer waits for another one, whose work may take as long as its own, in
 * milliseconds.
 */
export const WRITER_WAIT_MS = 10 * 60 * 1000;

/**
 * A lock without a heartbeat for this long has no owner any more. It is long because a laptop may
 * sleep.
 */
const STALE_MS = 30_000;
const HEARTBEAT_MS = 5_000;
/**
 * After this long without a heartbeat a lock without an owner file is free: a disk failed while it
 * was taken.
 */
const NAMELESS_MS = 2 * HEARTBEAT_MS;
const POLL_MS = 100;
const TAKEOVER_STALE_MS = 5_000;

export function lockPath(dir: string, name: LockName = 'write'): string {
  return join(dir, `${name}.lock`);
}

export function ownerPath(dir: string, name: LockName = 'write'): string {
  return join(dir, `${name}.lock.json`);
}

/**
 * @param dir is created if it is missing
 * @throws CoraError LOCKED with the owner's name, if the lock is still held after `waitMs`; STORE
 * if the folder can't be written, or is or holds a link
 */
export async function withWriteLock<T>(
  dir: string,
  { waitMs, log, lock: name = 'write', signal }: LockOptions,
  action: (lock: WriteLock) => Promise<T>,
): Promise<T> {
  const place: LockPlace = { dir, name };
  refuseLinks(dir, 'write');
  let lost: Error | null = null;
  const release = await acquire(place, { waitMs, log, signal }, (error) => {
    lost = error;
  });
  try {
    const { token } = writeOwner(place);
    const isOwner = () => readOwner(ownerPath(dir, name))?.token === token;
    const ensureOwned = () => {
      if (lost === null && isOwner()) return;
      const message = `the ${name} lock of ${dir} was lost to another process; nothing more is written`;
      throw new CoraError('LOCKED', message, { hint: 'run: cora index', cause: lost ?? undefined });
    };
    try {
      return await action({ ensureOwned });
    } finally {
      if (isOwner()) rmSync(ownerPath(dir, name), { force: true });
    }
  } finally {
    // A lock that was lost cannot be released.
    await release().catch((error: unknown) => log.debug(`${name} lock: ${String(error)}`));
  }
}

type Release = () => Promise<void>;

interface LockPlace {
  dir: string;
  name: LockName;
}

async function acquire(
  place: LockPlace,
  { waitMs, log, signal }: LockOptions,
  onLost: (error: Error) => void,
): Promise<Release> {
  const { dir, name } = place;
  const until = Date.now() + waitMs;
  let isTold = false;
  for (;;) {
    const release = await tryLock(place, onLost);
    if (release !== null) return release;
    if (await takeOver(place, log)) continue;
    const owner = readOwner(ownerPath(dir, name));
    if (Date.now() >= until) throw lockedError(place, owner);
    // Nothing is said if the owner is another part of this same process.
    if (!isTold && !BRIEF.has(name) && !isSelf(owner))
      log.info(`Waiting for ${nameOf(owner)}, which is ${DOING[name]}.`);
    isTold = true;
    if (signal?.aborted) throw new CoraError('ABORTED', `Stopped while ${nameOf(owner)} was waited for.`);
    await sleep(Math.min(POLL_MS, Math.max(1, until - Date.now())));
  }
}

/** Loads proper-lockfile with the first lock: readers need none, and loading takes 3 ms. */
async function lockFile(path: string, options: FileLockOptions): Promise<Release> {
  const { lock } = await import('proper-lockfile');
  return lock(path, options);
}

/** @returns null if somebody holds the lock */
async function tryLock({ dir, name }: LockPlace, onCompromised: (error: Error) => void): Promise<Release | null> {
  try {
    makePrivate(dir);
    const lockfilePath = lockPath(dir, name);
    const options = { lockfilePath, stale: STALE_MS, update: HEARTBEAT_MS, onCompromised };
    // proper-lockfile identifies locks by path, and the path `dir` is the write lock's.
    return await (name === 'write' ? lockFile(dir, options) : lockFile(lockfilePath, { ...options, realpath: false }));
  } catch (error) {
    if (codeOf(error) === 'ELOCKED') return null;
    throw cannotWrite({ dir, name }, error);
  }
}

function cannotWrite({ dir, name }: LockPlace, error: unknown): CoraError {
  const what = `${name === 'write' ? `the index in ${dir}` : dir} can't be written`;
  const hint = 'check permissions and free space, or choose another place with --store DIR';
  const known = systemFailure(error, what);
  return known ?? new CoraError('STORE', `${what}: ${(error as Error).message}`, { hint, cause: error });
}

function writeOwner({ dir, name }: LockPlace): LockOwner {
  const self = describeSelf(lockPath(dir, name));
  try {
    // If a pipe is in its place, writing would wait for ever.
    rmSync(ownerPath(dir, name), { force: true });
    writeFileSync(ownerPath(dir, name), JSON.stringify(self), { flag: 'wx', mode: PRIVATE_FILE });
    return self;
  } catch (error) {
    // A full disk may have left an empty file.
    rmSync(ownerPath(dir, name), { force: true });
    throw cannotWrite({ dir, name }, error);
  }
}

/**
 * Removes the lock of a dead process. It holds another lock meanwhile and checks the owner again,
 * so that two processes that see the same dead owner never remove the lock that one of them has
 * just taken.
 */
async function takeOver(place: LockPlace, log: Log): Promise<boolean> {
  if (!isAbandoned(place)) return false;
  // The lock needs its own path: see tryLock.
  const takeover = `${lockPath(place.dir, place.name)}.takeover`;
  const options = { lockfilePath: takeover, realpath: false, stale: TAKEOVER_STALE_MS };
  const release = await lockFile(takeover, options).catch((error: unknown) => {
    log.debug(`${place.name} lock: ${String(error)}`);
    return null;
  });
  if (release === null) return false;
  try {
    return removeDeadLock(place, log);
  } finally {
    await release();
  }
}

function removeDeadLock(place: LockPlace, log: Log): boolean {
  if (!isAbandoned(place)) return false;
  const owner = deadOwner(place);
  const who = owner === null ? 'A process' : `Process ${owner.pid}`;
  log.warn(`${who} ended while ${DOING[place.name]}; its lock is taken over.`);
  if (owner !== null) removeTempFilesOf(owner.pid, place.dir);
  removeLock(place);
  return true;
}

function removeLock({ dir, name }: LockPlace): void {
  rmSync(ownerPath(dir, name), { force: true });
  rmSync(lockPath(dir, name), { recursive: true, force: true });
}

/** Returns the owner of the lock if its process is certainly gone. */
function deadOwner({ dir, name }: LockPlace): LockOwner | null {
  const owner = readOwner(ownerPath(dir, name));
  return owner !== null && isOwnerDead(owner, lockPath(dir, name)) ? owner : null;
}

/** True if the owner is dead, or the lock has neither an owner file nor a heartbeat. */
function isAbandoned(place: LockPlace): boolean {
  if (deadOwner(place) !== null) return true;
  return silenceOf(place) > NAMELESS_MS && readOwner(ownerPath(place.dir, place.name)) === null;
}

/** Returns the milliseconds since the last heartbeat; -1 if there is no lock. */
function silenceOf({ dir, name }: LockPlace): number {
  const stat = statSync(lockPath(dir, name), { throwIfNoEntry: false });
  return stat === undefined ? -1 : Math.abs(Date.now() - stat.mtimeMs);
}

/** True if there is a lock whose owner is gone: dead, or without a heartbeat. */
export function isLockStale(dir: string): boolean {
  const place: LockPlace = { dir, name: 'write' };
  const silence = silenceOf(place);
  return silence > STALE_MS || (silence >= 0 && deadOwner(place) !== null);
}

/** Returns the process that was killed with the lock: the next writer takes that lock over. */
export function killedOwner(dir: string): number | null {
  return deadOwner({ dir, name: 'write' })?.pid ?? null;
}

/** Removes a lock that the caller, doctor, has just found to be stale. */
export function removeStaleLock(dir: string): void {
  if (isLockStale(dir)) removeLock({ dir, name: 'write' });
}

function lockedError({ dir, name }: LockPlace, owner: LockOwner | null): CoraError {
  const doing = name === 'write' ? 'writing the index' : DOING[name];
  return new CoraError('LOCKED', `${nameOf(owner)} is ${doing} in ${dir}`, {
    hint: 'try again when it has finished; if it hangs, end that process: its lock is then taken over',
  });
}

function isSelf(owner: LockOwner | null): boolean {
  return owner !== null && owner.pid === process.pid && owner.host === hostname();
}

function nameOf(owner: LockOwner | null): string {
  return owner === null ? 'another process' : `process ${owner.pid} on ${owner.host} (since ${owner.since})`;
}

export interface LockOwner extends ProcessMark {
  token: string;
  /** When the lock was taken, ISO 8601. */
  since: string;
  /** When the owner's lock was created. A lock that was created later has another owner. */
  born: number;
}

export function describeSelf(lock: string): LockOwner {
  const since = new Date().toISOString();
  return { token: randomUUID(), since, ...markOfSelf(), born: statSync(lock).birthtimeMs };
}

/** @returns null if there is no owner file, or an incomplete one */
function readOwner(file: string): LockOwner | null {
  try {
    const owner = parseBounded(readBoundedSync(file, SMALL_JSON.bytes), SMALL_JSON) as LockOwner;
    return typeof owner?.pid === 'number' && typeof owner.token === 'string' ? owner : null;
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * True only if it is certain: the process ran on this machine, took this very lock, and is gone.
 */
function isOwnerDead(owner: LockOwner, lock: string): boolean {
  const stat = statSync(lock, { throwIfNoEntry: false });
  return stat !== undefined && stat.birthtimeMs === owner.born && isGone(owner);
}
