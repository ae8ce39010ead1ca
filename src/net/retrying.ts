/**
 * Asking a service: how often, how long and after which waits, how much of an answer is read, why
 * it was given up on, in words that hold no secret, and what a person is told to do. One policy for
 * all services, embedding and answering.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type JsonLimits, parseBounded, parseOrNull, SMALL_JSON, TooMuchJson } from '../base/boundedJson.ts';
import { type LineLimits, linesWithin } from '../base/decodeText.ts';
import { CoraError, codeOf, deepestCause, type ErrorCode, isCoraError, throwIfAborted } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { TooLarge } from '../disk/boundedRead.ts';
import type { Fetch } from './createFetch.ts';
import { authorizationFor, type Credential } from './credentials.ts';

/** Waits double each time, without jitter: two runs against the same answers are alike. */
export interface RetryPolicy {
  attempts: number;
  firstDelayMs: number;
  /** The longest wait; a server that asks for more (Retry-After) ends the run instead. */
  maxDelayMs: number;
}

export interface HttpPolicy extends RetryPolicy {
  /** For one attempt to its last byte; of an answer that streams, for each of its pauses. */
  timeoutMs: number;
  /** For all of an answer that streams. */
  wholeMs?: number;
}

/** A model on a slow machine has answered long before. */
export const WHOLE_MS = 60 * 60 * 1000;

export const DEFAULT_HTTP: HttpPolicy = { attempts: 5, firstDelayMs: 500, maxDelayMs: 60_000, timeoutMs: 120_000 };

interface JsonPost {
  url: URL;
  body: unknown;
  /** Sends the request, through a proxy where one is set. */
  fetch: Fetch;
  /** The service's key. No message shows it. */
  key?: Credential | undefined;
  policy: HttpPolicy;
  log: Log;
  signal?: AbortSignal | undefined;
}

interface Retried {
  url: URL;
  policy: RetryPolicy;
  log: Log;
  signal?: AbortSignal | undefined;
  /** The time (performance.now) after which nothing is tried again. */
  until?: number;
}

/**
 * @param attempt throws HttpFailure
 * @param mayHeal true for a failure after which to ask again; it gets the number of the attempt
 * @throws HttpFailure when given up, CoraError ABORTED when the caller's signal fires
 */
export async function retrying<T>(
  { url, policy, log, signal, until = Number.POSITIVE_INFINITY }: Retried,
  attempt: () => Promise<T>,
  mayHeal = (failure: HttpFailure, _number: number): boolean => failure.worthRepeating,
): Promise<T> {
  for (let number = 1; ; number++) {
    throwIfAborted(signal);
    try {
      return await attempt();
    } catch (failure) {
      throwIfAborted(signal);
      if (!(failure instanceof HttpFailure) || number >= policy.attempts || !mayHeal(failure, number)) throw failure;
      const { said, status, retryAfterMs } = failure;
      const delay = retryAfterMs ?? Math.min(policy.firstDelayMs * 2 ** (number - 1), policy.maxDelayMs);
      if (delay > policy.maxDelayMs) {
        const asked = `${said} (it asks to wait ${Math.ceil(delay / 1000)} s)`;
        throw new HttpFailure(status, asked, { cause: failure });
      }
      if (performance.now() + delay > until) throw failure;
      log.debug(`${url.host}: ${said}; attempt ${number + 1} of ${policy.attempts} in ${delay} ms`);
      await sleep(delay, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** One attempt. Its signal fires with the caller's, and where too little comes in too much time. */
export class Attempt {
  readonly #aborter = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #late: NodeJS.Timeout;
  #stretch: NodeJS.Timeout | undefined;
  #why: string | undefined;

  /** @param late what is said where it takes longer than `wholeMs` */
  constructor(caller: AbortSignal | undefined, wholeMs: number, late: string) {
    this.#caller = caller;
    this.#late = setTimeout(() => this.#giveUp(late), wholeMs);
    caller?.addEventListener('abort', this.#stop, { once: true });
  }

  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  /** Why it was given up; undefined where it was not. */
  get why(): string | undefined {
    return this.#why;
  }

  /** Begins a stretch of time, at whose end `look` says why to give up; null: another stretch. */
  stretch(ms: number, look: () => string | null): void {
    this.rest();
    this.#stretch = setTimeout(() => {
      const why = look();
      if (why === null) this.stretch(ms, look);
      else this.#giveUp(why);
    }, ms);
  }

  /** Ends the stretch: the time that the caller takes from now on does not count. */
  rest(): void {
    clearTimeout(this.#stretch);
  }

  /**
   * Returns the error to throw in the place of this one.
   * @throws CoraError ABORTED where the caller's signal fired
   */
  failure(error: unknown, reasonOf: (error: unknown) => string): unknown {
    throwIfAborted(this.#caller);
    if (error instanceof HttpFailure || isCoraError(error)) return error;
    return new HttpFailure(0, this.#why ?? reasonOf(error), { cause: error });
  }

  /** Closes the connection if it is still open. */
  end(): void {
    clearTimeout(this.#late);
    this.rest();
    this.#caller?.removeEventListener('abort', this.#stop);
    this.#stop();
  }

  readonly #stop = (): void => this.#aborter.abort();

  #giveUp(why: string): void {
    this.#why = why;
    this.#stop();
  }
}

function requestOf({ url, body, key }: JsonPost, signal: AbortSignal): RequestInit {
  const authorization = authorizationFor(url, key);
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: JSON.stringify(body),
    // A key must not follow a redirect, and a POST would become a GET.
    redirect: 'manual',
    signal,
  };
}

// Why a service was given up on, in words that hold no secret, and whether asking again may help.

/** `status` is 0 where no answer came. */
export class HttpFailure extends Error {
  readonly status: number;
  /** The server's message, one line, without secrets. */
  readonly said: string;
  /** The time that the server asks to wait, milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    status: number,
    said: string,
    { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(said, cause === undefined ? {} : { cause });
    this.name = 'HttpFailure';
    this.status = status;
    this.said = said;
    this.retryAfterMs = retryAfterMs;
  }

  /** True where fewer or shorter texts may succeed. */
  get tooLarge(): boolean {
    return this.status === 413 || (MAY_MEAN_TOO_LARGE.has(this.status) && TOO_LARGE.test(this.said));
  }

  get worthRepeating(): boolean {
    if (!WORTH_REPEATING.has(this.status) || this.tooLarge || OUT_OF_MONEY.test(this.said)) return false;
    // Another request would get the same answer.
    if (this.cause instanceof TooLarge || this.cause instanceof TooMuchJson) return false;
    return !HOPELESS_CAUSES.has(codeOf(deepestCause(this.cause)));
  }
}

const MAY_MEAN_TOO_LARGE = new Set([400, 422, 429, 500]);
/** Words of OpenAI, Voyage, Ollama, Mistral, llama.cpp, vLLM and text-embeddings-inference. */
const TOO_LARGE =
  /request too large|max_tokens_per_request|tokens per (request|submitted batch)|too many (tokens|inputs)|maximum context length|exceeds?( the)?( maximum| available)? context|must have (less|fewer) than \d+ tokens|batch size|too (large|long) to process|input( length)? is too (large|long)|payload too large/i;

/** Statuses after which the same request may succeed. */
export const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
/** For services that only compute: a repeated request writes nothing twice. */
const WORTH_REPEATING: ReadonlySet<number> = new Set([...TEMPORARY, 0, 409, 529]);
/** Causes that last longer than some seconds: asking again is of no use. */
const HOPELESS_CAUSES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
const OUT_OF_MONEY = /insufficient_quota|exceeded your current quota|billing/i;

/** Makes the failure for a status that is no success. @param key is not shown */
function failureOf(status: number, headers: Headers, text: string, key: string | undefined): HttpFailure {
  const message = status < 400 ? 'a redirect, which is not followed' : messageIn(text, key) || 'no message';
  return new HttpFailure(status, `status ${status}: ${message}`, { retryAfterMs: retryAfterOf(headers) });
}

/** Says why a request got no answer, or only a part of one. */
function brokenOff(error: unknown): string {
  const code = codeOf(deepestCause(error));
  return code === '' ? String(error instanceof Error ? error.message : error) : `no connection (${code})`;
}

/** {"error":{"message":…}}, {"error":"…"}, {"detail":"…"}, {"message":"…"} or the text. */
export function messageIn(text: string, key: string | undefined): string {
  const message = messageField(text) ?? text;
  const safe = key === undefined ? message : message.replaceAll(key, '[key]');
  return safe
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(0, 300);
}

function messageField(text: string): string | null {
  // Proxies and old servers answer in plain text or HTML.
  const answer = parseOrNull(text, SMALL_JSON);
  if (typeof answer !== 'object' || answer === null) return null;
  const { error, detail, message } = answer as Record<string, unknown>;
  if (typeof error === 'object' && error !== null) {
    const fields = error as Record<string, unknown>;
    return [fields.code, fields.message].filter((part) => typeof part === 'string').join(': ') || null;
  }
  const found = [error, detail, message].find((part) => typeof part === 'string');
  return typeof found === 'string' ? found : null;
}

/** Milliseconds of Retry-After (seconds or a date, RFC 9110), or of OpenAI's retry-after-ms. */
export function retryAfterOf(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  if (/^\d+$/.test(given.trim())) return Number(given) * 1000;
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** A service that answers over HTTP: how to speak of it when it fails. */
export interface Service {
  /** For messages: `Ollama at 127.0.0.1:11434`. */
  name: string;
  model: string;
  /** The variable that holds the key. */
  keyVariable: string;
  /** The advice for when nobody answers, and for when the model is not there. */
  hints: { unreachable: string; missing: string };
}

export function ollamaHints(model: string): Service['hints'] {
  return {
    unreachable: 'start it with: ollama serve   (or set OLLAMA_HOST to where it runs)',
    missing: `ollama pull ${model}`,
  };
}

/** Names and hints for failures of embedders or of language models. */
export interface FailureWords {
  codes: { failed: ErrorCode; refused: ErrorCode; missing: ErrorCode };
  hints: { quota: string; failed: string };
}

/** Makes the error of a service that was given up, with what a person can do. */
export function explainFailure(
  failure: HttpFailure,
  { name, model, keyVariable, hints }: Service,
  words: FailureWords,
): CoraError {
  const { status, said } = failure;
  const { codes } = words;
  if (status === 401 || status === 403) {
    // What the server says here may quote the key.
    const why = `the key is missing, wrong or not allowed to use ${model}`;
    return new CoraError(codes.refused, `${name} refuses access (status ${status}): ${why}.`, {
      hint: `check ${keyVariable}`,
    });
  }
  const failed = (code: ErrorCode, message: string, hint: string): CoraError =>
    new CoraError(code, message, { cause: failure, hint });
  if (status === 0) return failed(codes.failed, `${name}: ${said}.`, hints.unreachable);
  if (status === 404) return failed(codes.missing, `${name} has no model ${model} (${said}).`, hints.missing);
  return failed(codes.failed, `${name} failed: ${said}.`, status === 429 ? words.hints.quota : words.hints.failed);
}

// Reads what a server sends, up to a size. It is counted as it comes, after a Content-Encoding was
// undone.

/** Reads a body. @throws TooLarge for more bytes, after closing the connection */
export async function readBody({ body }: Response, most: number, onBytes?: (bytes: number) => void): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > most) throw new TooLarge('an answer', most);
    onBytes?.(piece.length);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The most bytes that are read of an error's body, for a message. */
const MOST_ERROR = 64_000;

export async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > MOST_ERROR) break;
  }
  return text.slice(0, MOST_ERROR);
}

// One door to every service that computes: a JSON POST that is repeated while repeating may help,
// its answer read whole or line by line. Secrets go into the Authorization header and nowhere
// else: what a server sends back is searched for them before it is shown.

/** The limits of an answer: 256 vectors of 16,384 numbers. */
const JSON_LIMITS: JsonLimits = { bytes: 96 * 2 ** 20, depth: 8, values: 5_000_000 };

/** @returns the parsed answer of a 2xx
 *  @throws HttpFailure when given up, CoraError ABORTED when the caller's signal fires */
export function postJson(post: JsonPost): Promise<unknown> {
  return retrying(post, () => attemptOnce(post));
}

async function attemptOnce(post: JsonPost): Promise<unknown> {
  const { timeoutMs } = post.policy;
  const attempt = new Attempt(post.signal, timeoutMs, `no answer within ${timeoutMs / 1000} s`);
  try {
    const response = await post.fetch(post.url, requestOf(post, attempt.signal));
    const { status, headers } = response;
    if (status < 200 || status >= 300) throw failureOf(status, headers, await readStart(response), post.key?.secret);
    return await readAnswer(response);
  } catch (error) {
    throw attempt.failure(error, brokenOff);
  } finally {
    attempt.end();
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  let bytes = 0;
  try {
    const body = await readBody(response, JSON_LIMITS.bytes);
    bytes = body.length;
    return parseBounded(body, JSON_LIMITS);
  } catch (error) {
    if (error instanceof TooLarge || error instanceof TooMuchJson)
      throw new HttpFailure(0, `an answer that cannot be used: ${error.message}`, { cause: error });
    if (!(error instanceof SyntaxError)) throw error;
    // The parser's own error quotes the answer; its length says enough.
    throw new HttpFailure(0, `an answer that is not JSON (status ${response.status}, ${bytes} bytes)`);
  }
}

// A JSON POST whose answer is read line by line while it comes: how services stream (JSON lines,
// server-sent events). It is repeated until the first line is there, and never after it: what was
// handed on cannot be taken back.

/** The limits of an answer that streams. Prose is a thousandth of them. */
const LINE_LIMITS: LineLimits = { line: 1_000_000, whole: 16_000_000 };

/**
 * Yields lines that are not blank. To stop early closes the connection.
 * @throws HttpFailure, CoraError
 */
export async function* postForLines(post: JsonPost): AsyncGenerator<string, void, undefined> {
  const { lines, first } = await retrying(post, async () => {
    const lines = linesOf(post);
    const { value } = await lines.next();
    return { lines, first: value as string | undefined };
  });
  try {
    if (first === undefined) return;
    yield first;
    yield* lines;
  } finally {
    await lines.return();
  }
}

async function* linesOf(post: JsonPost): AsyncGenerator<string, void, undefined> {
  const { policy, signal, key } = post;
  const { timeoutMs, wholeMs = WHOLE_MS } = policy;
  const attempt = new Attempt(signal, wholeMs, `no end of an answer within ${wholeMs / 1000} s`);
  const listen = (): void => attempt.stretch(timeoutMs, () => `no answer within ${timeoutMs / 1000} s`);
  try {
    listen();
    const response = await post.fetch(post.url, requestOf(post, attempt.signal));
    if (!response.ok) throw failureOf(response.status, response.headers, await readStart(response), key?.secret);
    for await (const line of linesWithin(heard(response, listen), LINE_LIMITS, tooMuch)) {
      attempt.rest();
      yield line;
      listen();
    }
  } catch (error) {
    throw attempt.failure(error, brokenOff);
  } finally {
    attempt.end();
  }
}

async function* heard({ body }: Response, onBytes: () => void): AsyncGenerator<Uint8Array> {
  for await (const bytes of (body ?? []) as AsyncIterable<Uint8Array>) {
    onBytes();
    yield bytes;
  }
}

function tooMuch(what: string): HttpFailure {
  return new HttpFailure(0, what, { cause: new TooLarge('an answer', LINE_LIMITS.whole) });
}
