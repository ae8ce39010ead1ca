/**
 * One writer per store. proper-lockfile keeps a folder with a heartbeat; the owner file beside it (lockOwner.ts) names
 * who. Readers never come here.
 */

import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LockOptions as FileLockOptions } from 'proper-lockfile';
import { CoraError } from '../errors.ts';
import type { Log } from '../types.ts';
import { describeSelf, isDead, type LockOwner, readOwner } from './lockOwner.ts';

export interface WriteLock {
  /** To be called right before each commit. @throws CoraError LOCKED when another process may have taken the lock over */
  ensureOwned(): void;
}

export interface LockOptions {
  /** How long to wait for another writer, milliseconds. */
  waitMs: number;
  log: Log;
}

/** A lock without a heartbeat for that long is nobody's. Long, because a laptop sleeps and a dead process is seen at once. */
const STALE_MS = 30_000;
const HEARTBEAT_MS = 5_000;
const POLL_MS = 100;
const TAKEOVER_STALE_MS = 5_000;

export function lockPath(dir: string): string {
  return join(dir, 'write.lock');
}

export function ownerPath(dir: string): string {
  return join(dir, 'write.lock.json');
}

/**
 * @param dir created where it is missing
 * @throws CoraError LOCKED naming the owner, when it is still there after `waitMs`; STORE when the folder can't be written
 */
export async function withWriteLock<T>(
  dir: string,
  { waitMs, log }: LockOptions,
  action: (lock: WriteLock) => Promise<T>,
): Promise<T> {
  let lost: Error | null = null;
  const release = await acquire(dir, waitMs, log, (error) => {
    lost = error;
  });
  try {
    const { token } = writeOwner(dir);
    const isOwner = () => readOwner(ownerPath(dir))?.token === token;
    const ensureOwned = () => {
      if (lost === null && isOwner()) return;
      const message = `the write lock of ${dir} was lost to another process; nothing more is written`;
      throw new CoraError('LOCKED', message, { hint: 'run: cora index', cause: lost ?? undefined });
    };
    try {
      return await action({ ensureOwned });
    } finally {
      if (isOwner()) rmSync(ownerPath(dir), { force: true });
    }
  } finally {
    // A lock that was lost cannot be given back.
    await release().catch((error: unknown) => log.debug(`write lock: ${String(error)}`));
  }
}

type Release = () => Promise<void>;

async function acquire(dir: string, waitMs: number, log: Log, onLost: (error: Error) => void): Promise<Release> {
  const until = Date.now() + waitMs;
  let isTold = false;
  for (;;) {
    const release = await tryLock(dir, onLost);
    if (release !== null) return release;
    if (await takeOver(dir, log)) continue;
    const owner = readOwner(ownerPath(dir));
    if (Date.now() >= until) throw lockedError(dir, owner);
    if (!isTold) log.info(`Waiting for ${nameOf(owner)}, which is writing this index.`);
    isTold = true;
    await sleep(Math.min(POLL_MS, Math.max(1, until - Date.now())));
  }
}

/** Loaded with the first lock: readers need none, and loading costs them 3 ms. */
async function lockFile(path: string, options: FileLockOptions): Promise<Release> {
  const { lock } = await import('proper-lockfile');
  return lock(path, options);
}

/** @returns null when somebody holds the lock */
async function tryLock(dir: string, onCompromised: (error: Error) => void): Promise<Release | null> {
  try {
    mkdirSync(dir, { recursive: true });
    return await lockFile(dir, { lockfilePath: lockPath(dir), stale: STALE_MS, update: HEARTBEAT_MS, onCompromised });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return null;
    throw new CoraError('STORE', `the index in ${dir} can't be written: ${(error as Error).message}`, {
      hint: 'check permissions and free space, or choose another place with --store DIR',
      cause: error,
    });
  }
}

function writeOwner(dir: string): LockOwner {
  const self = describeSelf(lockPath(dir));
  writeFileSync(ownerPath(dir), JSON.stringify(self));
  return self;
}

/**
 * Removes the lock of a dead process. Under a lock of its own and with a second look, so that two who see the same dead
 * owner never remove the lock that one of them has taken meanwhile.
 */
async function takeOver(dir: string, log: Log): Promise<boolean> {
  if (deadOwner(dir) === null) return false;
  // A name of its own: proper-lockfile keeps its books by name, and `dir` is the write lock's.
  const takeover = `${lockPath(dir)}.takeover`;
  const options = { lockfilePath: takeover, realpath: false, stale: TAKEOVER_STALE_MS };
  const release = await lockFile(takeover, options).catch((error: unknown) => {
    log.debug(`write lock: ${String(error)}`);
    return null;
  });
  if (release === null) return false;
  try {
    return removeDeadLock(dir, log);
  } finally {
    await release();
  }
}

function removeDeadLock(dir: string, log: Log): boolean {
  const owner = deadOwner(dir);
  if (owner === null) return false;
  log.warn(`Process ${owner.pid} ended while writing this index; its lock is taken over.`);
  rmSync(ownerPath(dir), { force: true });
  rmSync(lockPath(dir), { recursive: true, force: true });
  return true;
}

/** The owner of the lock that is there, when it is certain that its process is gone. */
function deadOwner(dir: string): LockOwner | null {
  const owner = readOwner(ownerPath(dir));
  return owner !== null && isDead(owner, lockPath(dir)) ? owner : null;
}

/** Whether a lock is there whose owner is gone: dead, or without a heartbeat. */
export function isLockStale(dir: string): boolean {
  const stat = statSync(lockPath(dir), { throwIfNoEntry: false });
  return stat !== undefined && (deadOwner(dir) !== null || Date.now() - stat.mtimeMs > STALE_MS);
}

/** For doctor, which has just seen that the lock is stale. */
export function removeStaleLock(dir: string): void {
  if (!isLockStale(dir)) return;
  rmSync(ownerPath(dir), { force: true });
  rmSync(lockPath(dir), { recursive: true, force: true });
}

function lockedError(dir: string, owner: LockOwner | null): CoraError {
  return new CoraError('LOCKED', `${nameOf(owner)} is writing the index in ${dir}`, {
    hint: 'try again when it has finished; if it hangs, end that process: its lock is then taken over',
  });
}

function nameOf(owner: LockOwner | null): string {
  return owner === null ? 'another process' : `process ${owner.pid} on ${owner.host} (since ${owner.since})`;
}
