import { readFileSync } from 'node:fs';

/** Address space that a thread takes before it has read anything, with some for the others. */
const THREAD_BYTES = 2 ** 30;
const PAGE_BYTES = 4096;

/**
 * Where a limit on memory (ulimit -v) leaves no room for another thread, starting one ends the
 * process. Linux says so beforehand.
 */
export function roomForThread(): boolean {
  try {
    const most = /^Max address space +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
    if (most === undefined) return true;
    const pages = Number(readFileSync('/proc/self/statm', 'latin1').split(' ', 1)[0]);
    return Number(most) - pages * PAGE_BYTES > THREAD_BYTES;
  } catch {
    return true;
  }
}
