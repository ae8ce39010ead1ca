/** The requests that are in work: how long each may take, and what ends them when the server has to. */

import type { RequestLife } from './apiEnv.ts';
import { HttpError } from './errors.ts';

export class LiveRequests {
  readonly #live = new Set<Life>();

  get size(): number {
    return this.#live.size;
  }

  begin(client: AbortSignal, limitMs: number): RequestLife {
    const life = new Life(client, () => this.#live.delete(life));
    life.limit(limitMs);
    this.#live.add(life);
    return life;
  }

  abortAll(): void {
    for (const life of this.#live) life.abort(stopping());
  }
}

class Life implements RequestLife {
  isStream = false;
  readonly #controller = new AbortController();
  readonly #client: AbortSignal;
  readonly #ended: () => void;
  readonly #gone = (): void => this.#controller.abort(this.#client.reason);
  #late: NodeJS.Timeout | undefined;

  constructor(client: AbortSignal, ended: () => void) {
    this.#client = client;
    this.#ended = ended;
    client.addEventListener('abort', this.#gone, { once: true });
    if (client.aborted) this.#gone();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  limit(ms: number | null): void {
    clearTimeout(this.#late);
    if (ms !== null) this.#late = setTimeout(() => this.#controller.abort(tooLate(ms)), ms).unref();
  }

  abort(reason: Error): void {
    this.#controller.abort(reason);
  }

  end(): void {
    clearTimeout(this.#late);
    this.#client.removeEventListener('abort', this.#gone);
    this.#ended();
  }
}

export function stopping(): HttpError {
  return new HttpError(503, 'STOPPING', 'The server is being stopped.', { headers: { 'Retry-After': '5' } });
}

function tooLate(ms: number): HttpError {
  return new HttpError(503, 'TIMEOUT', `No answer within ${Math.round(ms / 1000)} seconds.`, {
    hint: 'The server may be busy: try again, or ask for less.',
    headers: { 'Retry-After': '5' },
  });
}
