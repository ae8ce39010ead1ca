/** Every request of the page to its server. A failed one says what a person can do about it. */

import { signal } from '@preact/signals';
import { isReachable, reportGone } from './connection.ts';
import { readEvents, type ServerEvent } from './readEvents.ts';

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

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
  signal?: AbortSignal;
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
): AsyncGenerator<ServerEvent, void, undefined> {
  const response = await send(path, options, 'text/event-stream');
  if (response.body !== null) yield* readEvents(piecesOf(response.body));
}

async function send(path: string, options: RequestOptions, accept: string): Promise<Response> {
  const { method = 'GET', query = {}, body, signal: abort } = options;
  const address = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') address.searchParams.set(name, String(value));
  const headers: Record<string, string> = { accept };
  if (token.value !== '') headers['authorization'] = `Bearer ${token.value}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(address, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(abort === undefined ? {} : { signal: abort }),
  }).catch((cause: unknown) => {
    if (isAbort(cause)) throw cause;
    reportGone();
    throw new RequestError('The server does not answer.', { status: 0 });
  });
  isReachable.value = true;
  if (!response.ok) throw await refused(response);
  return response;
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** What a server says of a request that it did not answer: `{ error: { code, message, hint } }`. */
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
