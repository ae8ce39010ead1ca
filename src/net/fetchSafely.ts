/**
 * HTTP requests for artifacts: redirects are followed here, so that a token never leaves the host
 * that it is meant for, and what may heal is tried again. Nothing of this runs unless the user
 * chose the source.
 */

import { CoraError, codeOf, deepestCause } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { type Fetch, UNTRUSTED } from './createFetch.ts';
import { Attempt, HttpFailure, type RetryPolicy, retryAfterOf, retrying, TEMPORARY } from './retrying.ts';
import { leadsHere } from './serviceAddress.ts';

export interface FetchPolicy extends RetryPolicy {
  /** Without an answer, or with less of it than LEAST_RATE, for so long, an attempt has failed. */
  stallMs: number;
  /** For all attempts together; six hours where nothing is said. */
  wholeMs?: number;
}

/** The fewest bytes in a second, as of a modem. */
const LEAST_RATE = 1000;
/** Enough for two gigabytes at a megabit in a second. */
const WHOLE_MS = 6 * 60 * 60 * 1000;

export const DEFAULT_FETCH: FetchPolicy = { attempts: 5, firstDelayMs: 500, maxDelayMs: 60_000, stallMs: 60_000 };

export interface SafeRequest {
  url: URL;
  /** A method other than GET must be safe to repeat. */
  method?: 'GET' | 'POST' | 'DELETE';
  /** Makes the headers, anew for each attempt. */
  headers?: () => Promise<Readonly<Record<string, string>>> | Readonly<Record<string, string>>;
  /** `Authorization`, for the host of `url` and no other. */
  authorization?: string | undefined;
  body?: Uint8Array | string;
  /** Notes where redirects led, so that later requests for the same file go there directly. */
  place?: { known: LedTo | null };
  /** Sends the request, through a proxy where one is set. */
  fetch: Fetch;
  log: Log;
  policy: FetchPolicy;
  signal?: AbortSignal | undefined;
}

/** An address that redirects led to. */
export interface LedTo {
  url: URL;
  /** True if every redirect stayed on the first host: only then credentials are sent. */
  isHome: boolean;
}

/** Hosts that have answered this process. Another one whose name is unknown is asked for twice. */
const ANSWERED = new Set<string>();

const MOST_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request, follows redirects, and tries again what may heal.
 * @param read takes the answer (of any status that is not worth repeating) and says how many bytes
 * came; may be called again after a broken connection
 * @throws CoraError NETWORK when given up, ABORTED, and what `read` throws of its own
 */
export async function fetchSafely<T>(
  request: SafeRequest,
  read: (response: Response, came: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const wholeMs = request.policy.wholeMs ?? WHOLE_MS;
  const until = performance.now() + wholeMs;
  try {
    return await retrying(
      { ...request, until },
      () => attemptOnce(request, { until, wholeMs }, read),
      (failure, number) => number === 1 || !isUnknown(failure.cause) || ANSWERED.has(request.url.host),
    );
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    throw new CoraError('NETWORK', `${shownUrl(request.url)}: ${error.said}`, {
      hint: UNTRUSTED.has(codeOf(deepestCause(error))) ? OWN_AUTHORITY : LATER,
      cause: error.cause,
    });
  }
}

const LATER = 'check the address and the network, or try again later: a download goes on where it stopped';
const OWN_AUTHORITY = 'NODE_EXTRA_CA_CERTS=FILE names the certificate of an authority that Node does not know';

/** An address without what may be a secret: user, password, query. */
export function shownUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

async function attemptOnce<T>(
  request: SafeRequest,
  { until, wholeMs }: { until: number; wholeMs: number },
  read: (response: Response, came: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const { stallMs } = request.policy;
  const late = `it takes longer than ${Math.ceil(wholeMs / 60_000)} min`;
  const attempt = new Attempt(request.signal, until - performance.now(), late);
  const seconds = stallMs / 1000;
  let bytes = 0;
  const look = (): string | null => {
    const came = bytes;
    bytes = 0;
    if (came >= LEAST_RATE * seconds) return null;
    if (came === 0) return `nothing came for ${Math.ceil(seconds)} s`;
    return `it comes too slowly: ${came} bytes in ${Math.ceil(seconds)} s`;
  };
  try {
    attempt.stretch(stallMs, look);
    const response = await follow(request, attempt.signal);
    ANSWERED.add(request.url.host);
    attempt.stretch(stallMs, look);
    if (!TEMPORARY.has(response.status))
      return await read(response, (more) => {
        bytes += more;
      });
    await response.body?.cancel();
    throw new HttpFailure(response.status, `status ${response.status}`, {
      retryAfterMs: retryAfterOf(response.headers),
    });
  } catch (error) {
    throw attempt.failure(error, reasonOf);
  } finally {
    attempt.end();
  }
}

/** True for a status of an expired signed address. The first address then leads to a new one. */
function mayHaveExpired(status: number): boolean {
  return status >= 400 && status < 500 && status !== 416 && !TEMPORARY.has(status);
}

async function follow(request: SafeRequest, signal: AbortSignal): Promise<Response> {
  const { url, method, headers, authorization, body, place: led, fetch } = request;
  const wanted = { 'user-agent': 'cora', ...(await headers?.()) };
  let isRemembered = led !== undefined && led.known !== null;
  let place = led?.known?.url ?? url;
  // A way that left the first host and came back was chosen by another host.
  let isHome = led?.known?.isHome ?? true;
  for (let hops = 0; ; hops++) {
    const response = await fetch(place, {
      method: method ?? 'GET',
      headers: { ...wanted, ...(isHome && authorization !== undefined ? { authorization } : {}) },
      ...(body === undefined ? {} : { body: body as BodyInit }),
      redirect: 'manual',
      signal,
    });
    const target = response.headers.get('location');
    if (isRemembered && mayHaveExpired(response.status)) {
      await response.body?.cancel();
      isRemembered = false;
      place = url;
      isHome = true;
      continue;
    }
    if (!REDIRECTS.has(response.status) || target === null) {
      if (led !== undefined) led.known = place === url ? null : { url: place, isHome };
      return response;
    }
    await response.body?.cancel();
    if (hops === MOST_REDIRECTS) throw redirected(url, 'in a circle.');
    if (!URL.canParse(target, place)) throw redirected(url, 'to something that is no address.');
    const next = new URL(target, place);
    // fetch refuses an address with credentials, and its error would show them.
    next.username = '';
    next.password = '';
    // A request that writes is not sent to another place than it was meant for.
    if ((method ?? 'GET') !== 'GET' && (next.origin !== url.origin || response.status < 307))
      throw redirected(url, `to ${shownUrl(next)}, where nothing is sent.`);
    if (!mayLeadTo(next, place)) throw redirected(url, `to ${shownUrl(next)}, which is not asked.`);
    isHome &&= next.origin === url.origin;
    place = next;
  }
}

/**
 * True if somebody's answer may name that address: neither a redirect nor a link in it leads out of
 * encryption, into another protocol, or from elsewhere to this machine.
 */
export function mayLeadTo(next: URL, place: URL): boolean {
  const isWeb = next.protocol === 'https:' || (next.protocol === 'http:' && place.protocol === 'http:');
  return isWeb && (!leadsHere(next) || leadsHere(place));
}

function redirected(url: URL, whither: string): CoraError {
  return new CoraError('NETWORK', `${shownUrl(url)} redirects ${whither}`, {
    hint: 'check the address: a browser or curl -L shows where it leads',
  });
}

function isUnknown(error: unknown): boolean {
  return codeOf(deepestCause(error)) === 'ENOTFOUND';
}

/** "fetch failed" says nothing; what lies below it does. */
function reasonOf(error: unknown): string {
  const cause = deepestCause(error);
  const code = cause === error ? '' : codeOf(cause);
  if (isUnknown(error)) return 'no host of this name is known (ENOTFOUND)';
  if (UNTRUSTED.has(code)) return `its certificate is not trusted (${code})`;
  if (code === 'ECONNREFUSED') return 'nobody answers there (ECONNREFUSED)';
  // Codes of the HTTP library say less than its words: "other side closed".
  return code.startsWith('UND_') ? cause.message : code || cause.message;
}
