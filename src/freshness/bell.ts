/** Many events, one answer: whoever waits is woken when it has been quiet for a moment, or has rung for too long. */

import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. */
export interface Pace {
  /** A storm is over when nothing came for that long. */
  quiet: number;
  /** But no later than that after its first event. */
  longest: number;
}

export class Bell {
  readonly #pace: Pace;
  /** When it first rang since it was last answered, and when last; by performance.now(). */
  #first: number | null = null;
  #last = 0;
  #wake: (() => void) | null = null;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Also while an earlier storm is answered: the next one begins with it. */
  ring(): void {
    this.#last = performance.now();
    this.#first ??= this.#last;
    this.#wake?.();
  }

  /** @returns false where the signal ended the waiting */
  async next(signal: AbortSignal): Promise<boolean> {
    if (this.#first === null) await this.#rung(signal);
    while (!signal.aborted && this.#first !== null) {
      const now = performance.now();
      const left = Math.min(this.#last + this.#pace.quiet, this.#first + this.#pace.longest) - now;
      if (left <= 0) break;
      // An abort ends the sleep, and then the loop.
      await sleep(left, undefined, { signal }).catch(() => undefined);
    }
    this.#first = null;
    return !signal.aborted;
  }

  #rung(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        this.#wake = null;
        resolve();
      };
      this.#wake = done;
      signal.addEventListener('abort', done, { once: true });
      if (signal.aborted) done();
    });
  }
}
