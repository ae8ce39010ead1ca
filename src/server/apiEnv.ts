/** Declares what middleware gives every handler. Types only. */

import type { HttpBindings } from '@hono/node-server';

export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string; life: RequestLife };
}

/** From the first byte of a request to the last one of its answer. */
export interface RequestLife {
  /** Aborts when the client is gone, the time is up, or the server cannot wait any longer. */
  readonly signal: AbortSignal;
  /** Its answer goes on when its handler has returned: whoever writes it calls `end`. */
  isStream: boolean;
  /**
   * It takes a place among the streams until its end.
   * @throws HttpError 429 where there is none left
   */
  claimStream(): void;
  /** Another time limit, from now on; null for none. */
  limit(ms: number | null): void;
  end(): void;
}
