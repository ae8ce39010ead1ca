/** Names a process so that a later one can tell whether it is gone. */

import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

export interface ProcessMark {
  pid: number;
  host: string;
  /** When the process started, in the kernel's words; null where it can't be told. Tells a process from a later one with its number. */
  started: string | null;
}

export function markOfSelf(): ProcessMark {
  return { pid: process.pid, host: hostname(), started: startOf(process.pid) };
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

/** Stands for a killed process until its parent takes note: it has a number and holds nothing. It fits no owner. */
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
