/**
 * Helpers for asynchronous work: they limit how many tasks run at once, make a value only once, and
 * wait for a signal.
 */

/**
 * Runs a task for each item, at most `most` at a time. After the first error no task is started,
 * and the error is thrown when the running ones have ended.
 * @returns the results in the order of the items
 */
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

/**
 * @returns a function that runs tasks, at most `most` at a time, in the order in which they were
 * given
 */
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
 * Returns a function that makes the value at its first call and keeps it. After a failure the next
 * call tries again.
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

/**
 * Returns the value of a key, which is made at the first call. After a failure the next call tries
 * again.
 */
export function madeOnce<K extends WeakKey, V>(
  made: WeakMap<K, Promise<V>>,
  key: K,
  make: () => Promise<V>,
): Promise<V> {
  const known = made.get(key);
  if (known !== undefined) return known;
  const making = make();
  made.set(key, making);
  making.catch(() => made.delete(key));
  return making;
}

/** Resolves when the signal is aborted, or at once if it is already. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}

/** Opens something, uses it and closes it, also after an error. */
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
 * Counts the users of something that stays open for them. After `retire`, it is closed when the
 * last user has left.
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

  /**
   * Adds a user. @returns the function that the user calls when done; a second call does nothing
   */
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

interface Kept<T> {
  value: T;
  users: Users;
}

/** Keeps open what was used last, and what is in use until its last user leaves. */
export class Shelf<T> {
  /** Least recently used first. */
  readonly #kept = new Map<string, Kept<T>>();
  readonly #most: number;
  readonly #close: (value: T, key: string) => void;

  constructor(most: number, close: (value: T, key: string) => void) {
    this.#most = most;
    this.#close = close;
  }

  get(key: string): T | undefined {
    return this.#kept.get(key)?.value;
  }

  /** @returns also the function that the user calls when done */
  take(key: string, open: () => T): { value: T; leave: () => void } {
    const { value, users } = this.#kept.get(key) ?? this.#opened(key, open());
    this.#kept.delete(key);
    this.#kept.set(key, { value, users });
    const leave = users.enter();
    for (const [other, { users: others }] of this.#kept) {
      if (this.#kept.size <= this.#most) break;
      if (others.isNone) this.drop(other);
    }
    return { value, leave };
  }

  drop(key: string): void {
    this.#kept.get(key)?.users.retire();
    this.#kept.delete(key);
  }

  close(): void {
    for (const key of [...this.#kept.keys()]) this.drop(key);
  }

  #opened(key: string, value: T): Kept<T> {
    return { value, users: new Users(() => this.#close(value, key)) };
  }
}
