/**
 * Who holds the write lock: a file beside it that names the process. It lets a message name the owner, and lets the lock
 * of a killed process be taken over at once instead of when its heartbeat has been missing for long enough.
 */

import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { parseBounded, SMALL_JSON } from '../base/boundedJson.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { isGone, markOfSelf, type ProcessMark } from '../disk/processMark.ts';

export interface LockOwner extends ProcessMark {
  token: string;
  /** When the lock was taken, ISO 8601. */
  since: string;
  /** Birth of the lock that this owner took: a lock that was born later has another owner. */
  born: number;
}

export function describeSelf(lock: string): LockOwner {
  return {
    token: randomUUID(),
    since: new Date().toISOString(),
    ...markOfSelf(),
    born: statSync(lock).birthtimeMs,
  };
}

/** @returns null where there is no owner file, or only a part of one */
export function readOwner(file: string): LockOwner | null {
  try {
    const owner = parseBounded(readBoundedSync(file, SMALL_JSON.bytes), SMALL_JSON) as LockOwner;
    return typeof owner?.pid === 'number' && typeof owner.token === 'string' ? owner : null;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** True only when it is certain: the owner's process ran on this machine, took this very lock, and is gone. */
export function isDead(owner: LockOwner, lock: string): boolean {
  const stat = statSync(lock, { throwIfNoEntry: false });
  return stat !== undefined && stat.birthtimeMs === owner.born && isGone(owner);
}
