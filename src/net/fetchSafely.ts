/**
 * HTTP requests for artifacts: redirects are followed here, so that a token never leaves the host that it is meant for, and
 * what may heal is tried again. Nothing of this runs unless the user chose the source.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { CoraError, throwIfAborted } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import type { Fetch } from './createFetch.ts';
import { retryAfterOf } from './retrying.ts';
import { leadsHere } from './serviceAddress.ts';

/** Waits double from `firstDelayMs`, without jitter, so that two runs against the same answers are alike. */
export interface FetchPolicy {
  attempts: number;
  firstDelayMs: number;
  maxDelayMs: number;
  /** Without an answer, or with less of it than `leastRate`, for so long, an attempt has failed. */
  stallMs: number;
  /** Bytes in a second; 1,000 where nothing is said. */
  leastRate?: number;
  /** For all attempts together; six hours where nothing is said. */
  wholeMs?: number;
}

/** A modem's. */
const LEAST_RATE = 1000;
/** Two gigabytes over a line of a megabit in a second. */
const WHOLE_MS = 6 * 60 * 60 * 1000;

export const DEFAULT_FETCH: FetchPolicy = { attempts: 5, firstDelayMs: 500, maxDelayMs: 60_000, stallMs: 60_000 };

export interface SafeRequest {
  url: URL;
  /** Another one than GET is repeated like it, so what it asks for must be the same when it is asked for twice. */
  method?: 'GET' | 'POST' | 'DELETE';
  /** Made anew for each attempt. */
  headers?: () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;
  /** `Authorization`, for the host of `url` and no other. */
  authorization?: string | undefined;
  body?: Uint8Array | string;
  /** Knows the way: through a proxy, or directly. */
  fetch: Fetch;
  log: Log;
  policy: FetchPolicy;
  signal?: AbortSignal | undefined;
}

const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const WORTH_REPEATING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * @param read takes the answer (of any status that is not worth repeating) and says how many bytes came; may be called again after
 *   a broken connection
 * @throws CoraError NETWORK when given up, ABORTED, and what `read` throws of its own
 */
export async function fetchSafely<T>(
  request: SafeRequest,
  read: (response: Response, came: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const { policy, log } = request;
  const until = performance.now() + (policy.wholeMs ?? WHOLE_MS);
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(request, until, read);
    if ('value' in outcome) return outcome.value;
    const wait = outcome.retryAfterMs ?? Math.min(policy.firstDelayMs * 2 ** (attempt - 1), policy.maxDelayMs);
    if (attempt >= policy.attempts || wait > policy.maxDelayMs || performance.now() + wait > until) {
      throw new CoraError('NETWORK', `${shown(request.url)}: ${outcome.said}`, {
        hint: 'check the address and the network, or try again later: a download goes on where it stopped',
        cause: outcome.cause,
      });
    }
    log.debug(`${request.url.host}: ${outcome.said}; attempt ${attempt + 1} of ${policy.attempts} in ${wait} ms`);
    await sleep(wait, undefined, { signal: request.signal }).catch(() => undefined);
    throwIfAborted(request.signal);
  }
}

/** An address without what may be a secret: user, password, query. */
export function shown(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

interface Broken {
  said: string;
  retryAfterMs: number | undefined;
  cause: unknown;
}

async function attemptOnce<T>(
  request: SafeRequest,
  until: number,
  read: (response: Response, came: (bytes: number) => void) => Promise<T>,
): Promise<{ value: T } | Broken> {
  throwIfAborted(request.signal);
  const attempt = new AbortController();
  const stop = (): void => attempt.abort();
  const pace = new Pace(request.policy, until, stop);
  request.signal?.addEventListener('abort', stop, { once: true });
  try {
    const response = await follow(request, attempt.signal);
    pace.begin();
    if (!WORTH_REPEATING.has(response.status)) return { value: await read(response, (bytes) => pace.came(bytes)) };
    await response.body?.cancel();
    const said = `status ${response.status}`;
    return { said, retryAfterMs: retryAfterOf(response.headers), cause: undefined };
  } catch (error) {
    throwIfAborted(request.signal);
    if (error instanceof CoraError) throw error;
    const said = pace.said ?? reasonOf(error);
    return { said, retryAfterMs: undefined, cause: error };
  } finally {
    pace.end();
    request.signal?.removeEventListener('abort', stop);
    attempt.abort();
  }
}

/** Ends an attempt that is silent, or slower than anything that is worth waiting for, or whose time is up. */
class Pace {
  /** Why it was ended. */
  said: string | undefined;
  readonly #policy: FetchPolicy;
  readonly #stop: () => void;
  readonly #late: NodeJS.Timeout;
  #stretch: NodeJS.Timeout | undefined;
  #bytes = 0;

  constructor(policy: FetchPolicy, until: number, stop: () => void) {
    this.#policy = policy;
    this.#stop = stop;
    this.#late = setTimeout(() => this.#end('it takes longer than a download may'), until - performance.now());
    this.begin();
  }

  /** A new stretch of time. */
  begin(): void {
    clearTimeout(this.#stretch);
    this.#bytes = 0;
    this.#stretch = setTimeout(() => this.#look(), this.#policy.stallMs);
  }

  came(bytes: number): void {
    this.#bytes += bytes;
  }

  end(): void {
    clearTimeout(this.#late);
    clearTimeout(this.#stretch);
  }

  #look(): void {
    const { stallMs, leastRate = LEAST_RATE } = this.#policy;
    const seconds = stallMs / 1000;
    if (this.#bytes >= leastRate * seconds) this.begin();
    else if (this.#bytes === 0) this.#end(`nothing came for ${Math.ceil(seconds)} s`);
    else this.#end(`it comes too slowly: ${this.#bytes} bytes in ${Math.ceil(seconds)} s`);
  }

  #end(said: string): void {
    this.said = said;
    this.#stop();
  }
}

async function follow(
  { url, method, headers, authorization, body, fetch }: SafeRequest,
  signal: AbortSignal,
): Promise<Response> {
  const wanted = { 'user-agent': 'cora', ...(await headers?.()) };
  let place = url;
  for (let hops = 0; ; hops++) {
    const isHome = place.origin === url.origin;
    const response = await fetch(place, {
      method: method ?? 'GET',
      headers: { ...wanted, ...(isHome && authorization !== undefined ? { authorization } : {}) },
      ...(body === undefined ? {} : { body: body as BodyInit }),
      redirect: 'manual',
      signal,
    });
    const target = response.headers.get('location');
    if (!REDIRECTS.has(response.status) || target === null) return response;
    await response.body?.cancel();
    if (hops === MOST_REDIRECTS) throw redirected(url, 'in a circle.');
    const next = new URL(target, place);
    // What is written is written where it was meant to be.
    if ((method ?? 'GET') !== 'GET' && (next.origin !== url.origin || response.status < 307))
      throw redirected(url, `to ${shown(next)}, where nothing is sent.`);
    mayBeAsked(next, place, url);
    place = next;
  }
}

/** A redirect leads neither out of encryption, nor into another protocol, nor from elsewhere to this machine. */
function mayBeAsked(next: URL, place: URL, first: URL): void {
  const isWeb = next.protocol === 'https:' || (next.protocol === 'http:' && place.protocol === 'http:');
  if (isWeb && (!leadsHere(next) || leadsHere(place))) return;
  throw redirected(first, `to ${shown(next)}, which is not asked.`);
}

function redirected(url: URL, whither: string): CoraError {
  return new CoraError('NETWORK', `${shown(url)} redirects ${whither}`, {
    hint: 'check the address: a browser or curl -L shows where it leads',
  });
}

/** "fetch failed" says nothing; what lies below it does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  if (cause?.code === 'ENOTFOUND') return 'no host of this name is known (ENOTFOUND)';
  if (cause?.code === 'ECONNREFUSED') return 'nobody answers there (ECONNREFUSED)';
  return cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
}
