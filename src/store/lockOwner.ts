/**
 * Who holds the write lock: a file beside it that names the process. It lets a message name the owner, and lets the lock
 * of a killed process be taken over at once instead of when its heartbeat has been missing for long enough.
 */

import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

export interface ProcessMark {
  pid: number;
  host: string;
  /** When the process started, in the kernel's words; null where it can't be told. Tells a process from a later one with its number. */
  started: string | null;
}

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

export function markOfSelf(): ProcessMark {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) };
}

/** @returns null where there is no owner file, or only a part of one */
export function readOwner(file: string): LockOwner | null {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as LockOwner;
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

/** True only when it is certain: the process ran on this machine and is gone. */
export function isGone(mark: ProcessMark): boolean {
  if (mark.host !== hostname()) return false;
  if (!isRunning(mark.pid)) return true;
  const started = startOf(mark.pid);
  return mark.started !== null && started !== null && started !== mark.started;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** What a killed process is until its parent takes note: it has a number and holds nothing. Fits no owner. */
const ZOMBIE = 'zombie';

/** Linux only: boot and start tick of a process, from /proc/<pid>/stat (fields 3 and 22, counted behind the name in brackets). */
function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? ZOMBIE : `${boot}:${fields[19]}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
