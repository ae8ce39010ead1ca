/**
 * Every request of the page to its server: the token it carries, what a person can do about a
 * failed one, whether the server answers at all, and what was asked for as signals. The endpoints
 * are in client.ts.
 */

import { batch, type Signal, signal } from '@preact/signals';
import { readEvents, type StreamedEvent } from './readEvents.ts';
import { transport } from './transport.ts';

const TOKEN_KEY = 'cora.token';

/** Sent with every request; kept until the tab is closed. */
export const token = signal<string>(sessionStorage.getItem(TOKEN_KEY) ?? '');
/** The server asked for a token, or did not take the one it got. */
export const needsToken = signal(false);

export function useToken(given: string): void {
  sessionStorage.setItem(TOKEN_KEY, given);
  token.value = given;
  needsToken.value = false;
}

/** `status` 0: no answer came. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  /** Milliseconds, of 429 and 503. */
  readonly retryAfter: number | null;

  constructor(message: string, details: { status: number; code?: string; hint?: string; retryAfter?: number | null }) {
    super(message);
    this.name = 'RequestError';
    this.status = details.status;
    this.code = details.code ?? '';
    this.hint = details.hint ?? '';
    this.retryAfter = details.retryAfter ?? null;
  }
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** @throws RequestError; an AbortError after the signal */
export async function requestJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(path, options, 'application/json');
  return (response.status === 204 ? null : await response.json()) as T;
}

/** The events of a stream, until it ends. @throws RequestError; an AbortError after the signal */
export async function* requestEvents(
  path: string,
  options: RequestOptions = {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  const response = await send(path, options, 'text/event-stream');
  if (response.body !== null) yield* readEvents(piecesOf(response.body));
}

async function send(path: string, options: RequestOptions, accept: string): Promise<Response> {
  const { method = 'GET', query = {}, body, signal: abort } = options;
  const address = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') address.searchParams.set(name, String(value));
  const headers: Record<string, string> = { accept };
  const wasGone = !isReachable.value;
  if (token.value !== '') headers['authorization'] = `Bearer ${token.value}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await transport(address, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: abort,
  }).catch((cause: unknown) => {
    if (isAbort(cause)) throw cause;
    reportGone();
    throw new RequestError('The server does not answer.', { status: 0 });
  });
  // An answer from before it was gone, or of one path alone, does not tell: /health does.
  if (wasGone && !isReachable.value) void askNow();
  if (!response.ok) throw await refused(response);
  return response;
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** Declares what a server says of a request that it did not answer. */
interface Refusal {
  error?: { code?: string; message?: string; hint?: string };
}

async function refused(response: Response): Promise<RequestError> {
  const { status, headers } = response;
  if (status === 401) needsToken.value = true;
  const seconds = Number(headers.get('retry-after'));
  const { error = {} } = await response.json().then(
    (value: Refusal | null) => value ?? {},
    (): Refusal => ({}),
  );
  return new RequestError(error.message ?? OTHERWISE[status] ?? `The server answered with ${status}.`, {
    status,
    ...error,
    retryAfter: seconds > 0 ? seconds * 1000 : null,
  });
}

const OTHERWISE: Readonly<Record<number, string>> = {
  401: 'The server asks for a token.',
  429: 'The server is busy.',
  503: 'The server is not ready.',
};

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** While the server does not answer, it is asked again, ever less often. */
export const isReachable = signal(true);
/** Grows each time that the server is back: what failed is asked for again. */
export const comebacks = signal(0);
/** Grows when the same search would be answered better: it is asked again. */
export const betterments = signal(0);

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;

let nextAsk: ReturnType<typeof setTimeout> | undefined;

function reportGone(): void {
  if (!isReachable.value) return;
  isReachable.value = false;
  askLater(FIRST_WAIT);
}

/** Notices that the server is gone before anything is asked of it. */
export async function lookForServer(): Promise<void> {
  if (!isReachable.value) return askNow();
  if (!(await isAnswering())) reportGone();
}

/** A server that is being stopped, or a proxy before one that is gone, says so with 502 to 504. */
async function isAnswering(): Promise<boolean> {
  const health = new URL('/health', location.origin);
  return transport(health, { method: 'GET', headers: {}, cache: 'no-store' }).then(
    ({ status }) => status < 502 || status > 504,
    () => false,
  );
}

/** @returns settles when the server has answered or not */
export async function askNow(wait = FIRST_WAIT): Promise<void> {
  clearTimeout(nextAsk);
  const answers = await isAnswering();
  if (isReachable.value) return;
  if (!answers) return askLater(Math.min(wait * 2, LONGEST_WAIT));
  isReachable.value = true;
  comebacks.value += 1;
}

function askLater(wait: number): void {
  clearTimeout(nextAsk);
  nextAsk = setTimeout(() => void askNow(wait), wait);
}

/** Something that the server is asked for. */
interface Resource<T> {
  /** The last answer; it stays until the next one is there. */
  value: Signal<T | null>;
  isLoading: Signal<boolean>;
  error: Signal<RequestError | null>;
  /** Asks. An answer to what was asked before is dropped. */
  load(request: (signal: AbortSignal) => Promise<T>): Promise<void>;
  /** Nothing is asked, nothing is there. */
  clear(): void;
}

/** The number of times that a busy server is asked again. */
const MOST_TRIES = 3;

export function createResource<T>(): Resource<T> {
  let current: AbortController | null = null;
  const value = signal<T | null>(null);
  const isLoading = signal(false);
  const error = signal<RequestError | null>(null);
  const load: Resource<T>['load'] = async (request) => {
    current?.abort();
    const own = new AbortController();
    current = own;
    isLoading.value = true;
    try {
      const found = await patiently(request, own.signal);
      if (current !== own) return;
      batch(() => {
        value.value = found;
        error.value = null;
        isLoading.value = false;
      });
    } catch (problem) {
      if (current !== own || isAbort(problem)) return;
      batch(() => {
        error.value = asRequestError(problem);
        isLoading.value = false;
      });
    }
  };
  const clear = (): void => {
    current?.abort();
    current = null;
    batch(() => {
      value.value = null;
      error.value = null;
      isLoading.value = false;
    });
  };
  return { value, isLoading, error, load, clear };
}

async function patiently<T>(request: (signal: AbortSignal) => Promise<T>, abort: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await request(abort);
    } catch (error) {
      const isBusy = error instanceof RequestError && error.status === 429;
      if (!isBusy || tries >= MOST_TRIES) throw error;
      await pause(Math.min(error.retryAfter ?? 1000, 5000), abort);
    }
  }
}

/** @throws an AbortError after the signal */
export function pause(milliseconds: number, abort: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException('stopped', 'AbortError'));
    };
    const timer = setTimeout(() => {
      abort.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (abort.aborted) return stop();
    abort.addEventListener('abort', stop, { once: true });
  });
}

export function asRequestError(problem: unknown): RequestError {
  if (problem instanceof RequestError) return problem;
  return new RequestError(problem instanceof Error ? problem.message : String(problem), { status: -1 });
}
