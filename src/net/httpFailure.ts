/** Why a service was given up on, in words that hold no secret, and whether asking again may help. */

import { parseBounded, SMALL_JSON, TooMuchJson } from '../base/boundedJson.ts';
import { TooLarge } from '../disk/boundedRead.ts';

/** `status` is 0 where no answer came. */
export class HttpFailure extends Error {
  readonly status: number;
  /** What the server said, one line, without secrets. */
  readonly said: string;
  /** How long the server asks to wait, milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, said: string, { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number } = {}) {
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
    // It would be the same again.
    if (this.cause instanceof TooLarge || this.cause instanceof TooMuchJson) return false;
    return !HOPELESS_CAUSES.has(causeCodeOf(this.cause));
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

/** Of an answer that is no success. @param key what must not be shown */
export function failureOf(status: number, headers: Headers, text: string, key: string | undefined): HttpFailure {
  const message = status < 400 ? 'a redirect, which is not followed' : messageIn(text, key) || 'no message';
  const retryAfterMs = retryAfterOf(headers);
  return new HttpFailure(status, `status ${status}: ${message}`, retryAfterMs === undefined ? {} : { retryAfterMs });
}

/** Of a request that got no answer, or only a part of one. */
export function brokenOff(error: unknown): HttpFailure {
  const code = causeCodeOf(error);
  const said = code === '' ? String(error instanceof Error ? error.message : error) : `no connection (${code})`;
  return new HttpFailure(0, said, { cause: error });
}

/** {"error":{"message":…}}, {"error":"…"}, {"detail":"…"}, {"message":"…"}, or the text itself; one short line. */
export function messageIn(text: string, key: string | undefined): string {
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
    answer = parseBounded(text, SMALL_JSON);
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

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3), or OpenAI's retry-after-ms. @returns milliseconds */
export function retryAfterOf(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact >= 0) return exact;
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  if (/^\d+$/.test(given.trim())) return Number(given) * 1000;
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

/** fetch wraps the socket's error in a TypeError. */
function causeCodeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = inner instanceof Error && 'code' in inner ? inner.code : '';
  return typeof code === 'string' ? code : '';
}
