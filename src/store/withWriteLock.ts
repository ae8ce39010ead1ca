/**
 * One writer per store. proper-lockfile keeps a folder with a heartbeat; a file beside it names the
 * owner, for messages, and so that the lock of a killed process is taken over at once. Readers
 * never come here.
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
  /** To be called right before each commit. @throws CoraError LOCKED where it was taken over */
  ensureOwned(): void;
}

interface LockOptions {
  /** The time to wait for another writer, milliseconds. */
  waitMs: number;
  log: Log;
  /** The name of the lock in the folder; the store's own unless said otherwise. */
  lock?: LockName;
  /** Ends the waiting, with ABORTED. */
  signal?: AbortSignal | undefined;
}

/** Locks that a folder may have, each with what its owner is doing. */
const DOING = {
  write: 'writing this index',
  sync: 'syncing the repositories',
  manifest: 'changing the list of repositories',
  jobs: 'changing the list of index jobs',
};
export type LockName = keyof typeof DOING;

/** The locks that are over in milliseconds, which are not worth a word. */
const BRIEF: ReadonlySet<LockName> = new Set(['manifest', 'jobs']);

/** Milliseconds that a writer waits for another one, whose work may be as long as its own. */
export const WRITER_WAIT_MS = 10 * 60 * 1000;

/** Without a heartbeat for so long a lock is nobody's. Long, because a laptop sleeps. */
const STALE_MS = 30_000;
const HEARTBEAT_MS = 5_000;
/** One that names nobody: a disk failed while it was taken, unless a heartbeat comes. */
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
 * @param dir created where it is missing
 * @throws CoraError LOCKED naming the owner, when it is still there after `waitMs`; STORE when the
 * folder can't be written, or is or holds a link
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
    // A lock that was lost cannot be given back.
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
    // Nor is another part of this very run.
    if (!isTold && !BRIEF.has(name) && !isSelf(owner))
      log.info(`Waiting for ${nameOf(owner)}, which is ${DOING[name]}.`);
    isTold = true;
    if (signal?.aborted) throw new CoraError('ABORTED', `Stopped while ${nameOf(owner)} was waited for.`);
    await sleep(Math.min(POLL_MS, Math.max(1, until - Date.now())));
  }
}

/** Loads it with the first lock: readers need none, and loading costs them 3 ms. */
async function lockFile(path: string, options: FileLockOptions): Promise<Release> {
  const { lock } = await import('proper-lockfile');
  return lock(path, options);
}

/** @returns null when somebody holds the lock */
async function tryLock({ dir, name }: LockPlace, onCompromised: (error: Error) => void): Promise<Release | null> {
  try {
    makePrivate(dir);
    const lockfilePath = lockPath(dir, name);
    const options = { lockfilePath, stale: STALE_MS, update: HEARTBEAT_MS, onCompromised };
    // proper-lockfile keeps its books by name, and `dir` is the write lock's.
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
    // A pipe in its place would have it wait for ever.
    rmSync(ownerPath(dir, name), { force: true });
    writeFileSync(ownerPath(dir, name), JSON.stringify(self), { flag: 'wx', mode: PRIVATE_FILE });
    return self;
  } catch (error) {
    // On a full disk an empty file is what came of it.
    rmSync(ownerPath(dir, name), { force: true });
    throw cannotWrite({ dir, name }, error);
  }
}

/**
 * Removes the lock of a dead process. Under a lock of its own and with a second look, so that two
 * who see the same dead owner never remove the lock that one of them has taken meanwhile.
 */
async function takeOver(place: LockPlace, log: Log): Promise<boolean> {
  if (!isAbandoned(place)) return false;
  // A name of its own: see tryLock.
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
  rmSync(ownerPath(place.dir, place.name), { force: true });
  rmSync(lockPath(place.dir, place.name), { recursive: true, force: true });
  return true;
}

/** The owner of the lock that is there, when it is certain that its process is gone. */
function deadOwner({ dir, name }: LockPlace): LockOwner | null {
  const owner = readOwner(ownerPath(dir, name));
  return owner !== null && isOwnerDead(owner, lockPath(dir, name)) ? owner : null;
}

/** True for the lock of a dead process, and for one that names nobody and has no heartbeat. */
function isAbandoned(place: LockPlace): boolean {
  if (deadOwner(place) !== null) return true;
  return silenceOf(place) > NAMELESS_MS && readOwner(ownerPath(place.dir, place.name)) === null;
}

/** Milliseconds between now and the last heartbeat of a lock; -1 where there is no lock. */
function silenceOf({ dir, name }: LockPlace): number {
  const stat = statSync(lockPath(dir, name), { throwIfNoEntry: false });
  return stat === undefined ? -1 : Math.abs(Date.now() - stat.mtimeMs);
}

/** True where a lock is there whose owner is gone: dead, or without a heartbeat. */
export function isLockStale(dir: string): boolean {
  const place: LockPlace = { dir, name: 'write' };
  const silence = silenceOf(place);
  return silence > STALE_MS || (silence >= 0 && deadOwner(place) !== null);
}

/** For doctor, which has just seen that the lock is stale. */
export function removeStaleLock(dir: string): void {
  if (!isLockStale(dir)) return;
  rmSync(ownerPath(dir), { force: true });
  rmSync(lockPath(dir), { recursive: true, force: true });
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
  /** The time when the lock was taken, ISO 8601. */
  since: string;
  /** Birth of the lock that this owner took: a lock that was born later has another owner. */
  born: number;
}

export function describeSelf(lock: string): LockOwner {
  const since = new Date().toISOString();
  return { token: randomUUID(), since, ...markOfSelf(), born: statSync(lock).birthtimeMs };
}

/** @returns null where there is no owner file, or only a part of one */
function readOwner(file: string): LockOwner | null {
  try {
    const owner = parseBounded(readBoundedSync(file, SMALL_JSON.bytes), SMALL_JSON) as LockOwner;
    return typeof owner?.pid === 'number' && typeof owner.token === 'string' ? owner : null;
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** True only when it is certain: the process was here, took this very lock, and is gone. */
function isOwnerDead(owner: LockOwner, lock: string): boolean {
  const stat = statSync(lock, { throwIfNoEntry: false });
  return stat !== undefined && stat.birthtimeMs === owner.born && isGone(owner);
}
