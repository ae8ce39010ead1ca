/** When the client of a server on stdio is gone: its end of the pipe is closed, or the process that started this one has ended. */

/** Milliseconds between two looks at the parent. A pipe that somebody else still holds open says nothing. */
const LOOK = 2000;

/** @returns settles when the client is gone, or `signal` ends the wait */
export function clientGone(signal: AbortSignal): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    const look = setInterval(() => {
      if (process.ppid !== parent || !isAlive(parent)) resolve();
    }, LOOK);
    // It is what keeps nothing alive.
    look.unref();
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}

/** On Windows a process keeps the number of a parent that has ended. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
