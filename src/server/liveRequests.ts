/**
 * The requests that are in work: how long each may take, what ends them, how many work at once,
 * how many wait in line for that, and the events that some of them stream.
 */

import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { errorOf, faultOf, HttpError } from './errors.ts';
import type { ApiEnv, RequestLife } from './schemas/openApi.ts';

/**
 * The most streams at once. These, and calls of agents, go on as long as the client likes. A page
 * has one.
 */
const MOST_STREAMS = 256;
/** The most streams of one address. */
const MOST_STREAMS_EACH = 128;

/** Counts and limits the requests that are in work. */
export class LiveRequests {
  readonly #live = new Map<RequestLife, AbortController>();
  /** Each stream's request, with the address of its client. */
  readonly #streams = new Map<RequestLife, string>();

  get size(): number {
    return this.#live.size;
  }

  /** @param address of the client */
  begin(client: AbortSignal, limitMs: number, address = ''): RequestLife {
    const controller = new AbortController();
    const leave = (): void => controller.abort(client.reason);
    let late: NodeJS.Timeout | undefined;
    const life: RequestLife = {
      isStream: false,
      signal: controller.signal,
      claimStream: () => this.#claim(life, address),
      limit: (ms) => {
        clearTimeout(late);
        if (ms !== null) late = setTimeout(() => controller.abort(tooLate(ms)), ms).unref();
      },
      end: () => {
        clearTimeout(late);
        client.removeEventListener('abort', leave);
        this.#live.delete(life);
        this.#streams.delete(life);
      },
    };
    client.addEventListener('abort', leave, { once: true });
    if (client.aborted) leave();
    life.limit(limitMs);
    this.#live.set(life, controller);
    return life;
  }

  abortAll(): void {
    for (const controller of this.#live.values()) controller.abort(stopping());
  }

  #claim(life: RequestLife, address: string): void {
    if (this.#streams.has(life)) return;
    const own = [...this.#streams.values()].filter((one) => one === address).length;
    if (this.#streams.size >= MOST_STREAMS || own >= MOST_STREAMS_EACH) throw tooManyStreams(this.#streams.size);
    this.#streams.set(life, address);
  }
}

export function stopping(): HttpError {
  return new HttpError(503, 'STOPPING', 'The server is being stopped.', { headers: { 'Retry-After': '5' } });
}

function tooManyStreams(count: number): HttpError {
  return new HttpError(429, 'TOO_MANY_STREAMS', `${count} streams of events and calls of agents are open.`, {
    hint: 'Close one, or ask again without a stream: GET /jobs, POST /query.',
    headers: { 'Retry-After': '5' },
  });
}

function tooLate(ms: number): HttpError {
  return new HttpError(503, 'TIMEOUT', `No answer within ${Math.round(ms / 1000)} seconds.`, {
    hint: 'The server may be busy: try again, or ask for less.',
    headers: { 'Retry-After': '5' },
  });
}

// Limits how many requests work at once. The others wait in line; when the line is full too, the
// next one is sent away.

interface SlotsRequest {
  /** Returns the number of requests that may work at once, now. */
  running(): number;
  /** The number of requests that wait. */
  waiting: number;
  /** Settles when work may begin: clients at the door are let in first. */
  begin?(): Promise<void>;
}

/** Seconds after which somebody who was sent away may try again. */
const RETRY_AFTER = 1;

/** Gives turns to requests: so many work at once, and so many wait. */
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
      await this.#most.begin?.();
      return await run();
    } finally {
      release();
    }
  }

  /** @returns to be called when the work is done; further calls do nothing */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#running < this.#most.running()) this.#running += 1;
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

  /** Places go to whoever waits longest, as many as there are now. */
  #passOn(): void {
    this.#running -= 1;
    const free = Math.max(0, this.#most.running() - this.#running);
    for (const next of [...this.#waiting].slice(0, free)) {
      this.#running += 1;
      next();
    }
  }
}

// Server-sent events: each with a name and JSON. An error ends the stream with the event
// `failed`; a gone client ends what feeds it.

export interface ServerEvent {
  event: string;
  data: unknown;
}

/** Milliseconds between two comments of a stream: proxies close what is silent. */
const BEAT = 15_000;

/** @param events ends when the signal of the request's life aborts */
export function streamEvents(c: Context<ApiEnv>, events: AsyncIterable<ServerEvent>): Response {
  const life = c.get('life');
  // A HEAD request has no stream to wait for.
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
  life.claimStream();
  life.isStream = true;
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, async (stream) => {
    const beat = setInterval(() => void stream.write(': \n\n'), BEAT);
    try {
      // Headers leave with the first bytes.
      await stream.write(': \n\n');
      for await (const { event, data } of events) {
        await stream.writeSSE({ event, data: JSON.stringify(data) });
        if (stream.aborted) return;
      }
    } catch (error) {
      const fault = faultOf(error, life.signal);
      await stream.writeSSE({ event: 'failed', data: JSON.stringify({ error: errorOf(c, fault) }) });
    } finally {
      clearInterval(beat);
      life.end();
    }
  });
}
