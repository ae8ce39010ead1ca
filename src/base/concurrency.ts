/**
 * Work that takes its time: how many things happen at once, what is made only once, and waiting for
 * a signal.
 */

/** @returns results in the order of the items; the first error ends it when what runs has ended */
export async function inParallel<T, R>(items: readonly T[], most: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  let hasFailed = false;
  const work = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      const at = next++;
      try {
        results[at] = await run(items[at]!);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: Math.min(most, items.length) }, work));
  const failed = workers.find((worker) => worker.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return results;
}

/** @returns runs what it is given, `most` at a time, in the order in which they came */
export function createGate(most: number): <T>(run: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (run) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/**
 * Makes it when it is first asked for, and once. An attempt that failed is repeated at the next
 * call.
 */
export function memoized<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}

/** Settles when the signal has fired, at once where it has already. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}

/** Closes what was opened when it has been used. */
export async function withOpened<O extends { close(): void }, T>(
  opening: O | Promise<O>,
  use: (opened: O) => Promise<T>,
): Promise<T> {
  const opened = await opening;
  try {
    return await use(opened);
  } finally {
    opened.close();
  }
}

/**
 * The users of something that is kept open for them: once it is retired, it is closed when the last
 * of them has left.
 */
export class Users {
  readonly #close: () => void;
  #count = 0;
  #state: 'open' | 'retired' | 'closed' = 'open';

  constructor(close: () => void) {
    this.#close = close;
  }

  get isNone(): boolean {
    return this.#count === 0;
  }

  /** Returns what its user calls at the end; further calls do nothing. */
  enter(): () => void {
    if (this.#state === 'closed') this.#state = 'retired';
    this.#count += 1;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#count -= 1;
      if (this.#state === 'retired') this.retire();
    };
  }

  retire(): void {
    if (this.#state === 'closed') return;
    this.#state = this.#count === 0 ? 'closed' : 'retired';
    if (this.#state === 'closed') this.#close();
  }
}
