/**
 * One door to every embedding service: a JSON POST that is repeated while repeating may help. It knows HTTP and how
 * these services word their errors; it knows nothing of vectors. Secrets go into the Authorization header and nowhere
 * else: what a server sends back is searched for them before it is shown.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { CoraError } from '../errors.ts';
import type { Log } from '../types.ts';

/** Waits double from `firstDelayMs`, without jitter, so that two runs against the same answers are alike. */
export interface HttpPolicy {
  attempts: number;
  firstDelayMs: number;
  /** The longest wait between attempts; a server that asks for more (Retry-After) ends the run instead. */
  maxDelayMs: number;
  /** For one attempt, from the connection to the last byte. */
  timeoutMs: number;
}

export const DEFAULT_HTTP: HttpPolicy = { attempts: 5, firstDelayMs: 500, maxDelayMs: 60_000, timeoutMs: 120_000 };

export interface JsonPost {
  url: URL;
  body: unknown;
  /** Sent as a bearer token; never shown. */
  key?: string | undefined;
  policy: HttpPolicy;
  log: Log;
  signal?: AbortSignal | undefined;
}

/** Why a request was given up. `status` is 0 where no answer came. */
export class HttpFailure extends Error {
  readonly status: number;
  /** What the server said, one line, without secrets. */
  readonly said: string;

  constructor(status: number, said: string, cause?: unknown) {
    super(said, cause === undefined ? {} : { cause });
    this.name = 'HttpFailure';
    this.status = status;
    this.said = said;
  }

  /** True where fewer or shorter texts may succeed. */
  get tooLarge(): boolean {
    return this.status === 413 || (MAY_MEAN_TOO_LARGE.has(this.status) && TOO_LARGE.test(this.said));
  }
}

const MAY_MEAN_TOO_LARGE = new Set([400, 422, 429, 500]);
/** How OpenAI, Voyage, Ollama, Mistral, llama.cpp, vLLM and text-embeddings-inference word it. */
const TOO_LARGE =
  /request too large|max_tokens_per_request|tokens per (request|submitted batch)|too many (tokens|inputs)|maximum context length|exceeds?( the)?( maximum| available)? context|must have (less|fewer) than \d+ tokens|batch size|too (large|long) to process|input( length)? is too (large|long)|payload too large/i;

const WORTH_REPEATING = new Set([0, 408, 409, 425, 429, 500, 502, 503, 504, 529]);
/** These do not heal within seconds. */
const HOPELESS_CAUSES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);
const OUT_OF_MONEY = /insufficient_quota|exceeded your current quota|billing/i;

/** @returns the parsed answer of a 2xx
 *  @throws HttpFailure when given up, CoraError ABORTED when the caller's signal fires */
export async function postJson(post: JsonPost): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await attemptOnce(post);
    if (!('failure' in outcome)) return outcome.json;
    const { failure, retryAfterMs } = outcome;
    if (attempt >= post.policy.attempts || !worthRepeating(failure)) throw failure;
    const delay = retryAfterMs ?? Math.min(post.policy.firstDelayMs * 2 ** (attempt - 1), post.policy.maxDelayMs);
    if (delay > post.policy.maxDelayMs) {
      throw new HttpFailure(failure.status, `${failure.said} (it asks to wait ${Math.ceil(delay / 1000)} s)`, failure);
    }
    post.log.debug(
      `${post.url.host}: ${failure.said}; attempt ${attempt + 1} of ${post.policy.attempts} in ${delay} ms`,
    );
    await pause(delay, post.signal);
  }
}

type Outcome = { json: unknown } | { failure: HttpFailure; retryAfterMs: number | undefined };

async function attemptOnce(post: JsonPost): Promise<Outcome> {
  throwIfAborted(post.signal);
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  const timer = setTimeout(stop, post.policy.timeoutMs);
  post.signal?.addEventListener('abort', stop, { once: true });
  try {
    const response = await fetch(post.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(post.key === undefined ? {} : { authorization: `Bearer ${post.key}` }),
      },
      body: JSON.stringify(post.body),
      // A key must not follow a redirect, and a POST would become a GET.
      redirect: 'manual',
      signal: attempt.signal,
    });
    return readAnswer(response.status, response.headers, await response.text(), post.key);
  } catch (error) {
    throwIfAborted(post.signal);
    const said = attempt.signal.aborted ? `no answer within ${post.policy.timeoutMs / 1000} s` : reasonOf(error);
    return { failure: new HttpFailure(0, said, error), retryAfterMs: undefined };
  } finally {
    clearTimeout(timer);
    post.signal?.removeEventListener('abort', stop);
  }
}

function readAnswer(status: number, headers: Headers, text: string, key: string | undefined): Outcome {
  if (status >= 200 && status < 300) {
    try {
      return { json: JSON.parse(text) };
    } catch {
      // The parser's own error quotes the answer; its length says enough.
      return {
        failure: new HttpFailure(0, `an answer that is not JSON (status ${status}, ${text.length} characters)`),
        retryAfterMs: undefined,
      };
    }
  }
  const message = status < 400 ? 'a redirect, which is not followed' : messageIn(text, key) || 'no message';
  return { failure: new HttpFailure(status, `status ${status}: ${message}`), retryAfterMs: retryAfterOf(headers) };
}

/** {"error":{"message":…}}, {"error":"…"}, {"detail":"…"}, {"message":"…"}, or the text itself; one short line. */
function messageIn(text: string, key: string | undefined): string {
  const message = messageField(text) ?? text;
  const safe = key === undefined ? message : message.replaceAll(key, '[key]');
  return safe
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300);
}

function messageField(text: string): string | null {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return null; // Proxies and old servers answer in plain text or HTML.
  }
  if (typeof answer !== 'object' || answer === null) return null;
  const { error, detail, message } = answer as Record<string, unknown>;
  if (typeof error === 'object' && error !== null) {
    const fields = error as Record<string, unknown>;
    return [fields.code, fields.message].filter((part) => typeof part === 'string').join(': ') || null;
  }
  const found = [error, detail, message].find((part) => typeof part === 'string');
  return typeof found === 'string' ? found : null;
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3), or OpenAI's retry-after-ms. */
function retryAfterOf(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  if (/^\d+$/.test(given.trim())) return Number(given) * 1000;
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function worthRepeating(failure: HttpFailure): boolean {
  if (!WORTH_REPEATING.has(failure.status) || failure.tooLarge || OUT_OF_MONEY.test(failure.said)) return false;
  return !HOPELESS_CAUSES.has(causeCodeOf(failure.cause));
}

function reasonOf(error: unknown): string {
  const code = causeCodeOf(error);
  return code === '' ? String(error instanceof Error ? error.message : error) : `no connection (${code})`;
}

/** fetch wraps the socket's error in a TypeError. */
function causeCodeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = inner instanceof Error && 'code' in inner ? inner.code : '';
  return typeof code === 'string' ? code : '';
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CoraError('ABORTED', 'Embedding was interrupted.');
}
