/** When the client of a server on stdio is gone although its pipe says nothing: the process that started this one has ended. */

/** Milliseconds between two looks at the parent. */
const LOOK = 2000;

/** @returns fires when the parent has ended, or with `signal` */
export function clientGone(signal: AbortSignal): AbortSignal {
  const parent = process.ppid;
  const gone = new AbortController();
  const look = setInterval(() => {
    if (process.ppid !== parent || !isAlive(parent)) end();
  }, LOOK);
  // It is what keeps nothing alive.
  look.unref();
  const end = (): void => {
    clearInterval(look);
    gone.abort();
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return gone.signal;
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
