/** How many requests work at once. The others wait in line; when the line is full too, the next one is sent away. */

import { HttpError } from './errors.ts';

export interface SlotsRequest {
  /** That work at once. */
  running: number;
  /** That wait. */
  waiting: number;
}

/** Seconds after which somebody who was sent away may try again. */
const RETRY_AFTER = 1;

export class Slots {
  readonly #most: SlotsRequest;
  #running = 0;
  /** In the order in which they came. */
  readonly #waiting = new Set<() => void>();

  constructor(most: SlotsRequest) {
    this.#most = most;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** @throws HttpError 429; the reason of the signal, where it aborts while the request waits */
  async use<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    const release = await this.take(signal);
    try {
      return await run();
    } finally {
      release();
    }
  }

  /** @returns to be called when the work is done; further calls do nothing */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#running < this.#most.running) this.#running += 1;
    else await this.#wait(signal);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#passOn();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#most.waiting) {
      throw new HttpError(429, 'BUSY', `${this.#running} requests are in work and ${this.#waiting.size} wait.`, {
        hint: 'Try again soon.',
        headers: { 'Retry-After': String(RETRY_AFTER) },
      });
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        this.#waiting.delete(enter);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** The place goes to whoever waits longest. */
  #passOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
