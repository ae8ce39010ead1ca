/**
 * One door to every service that computes: a JSON POST that is repeated while repeating may help, its answer read whole or line by line.
 * Secrets go into the Authorization header and nowhere else: what a server sends back is searched for them before it is shown.
 */

import { type JsonLimits, parseBounded, TooMuchJson } from '../base/boundedJson.ts';
import { type LineLimits, linesWithin } from '../base/decodeText.ts';
import { isCoraError, throwIfAborted } from '../base/errors.ts';
import { TooLarge } from '../disk/boundedRead.ts';
import {
  brokenOff,
  failureOf,
  HttpFailure,
  type JsonPost,
  readBody,
  readStart,
  requestOf,
  retrying,
  WHOLE_MS,
} from './retrying.ts';

/** 256 vectors of 16,384 numbers. */
const JSON_LIMITS: JsonLimits = { bytes: 96 * 2 ** 20, depth: 8, values: 5_000_000 };

/** @returns the parsed answer of a 2xx
 *  @throws HttpFailure when given up, CoraError ABORTED when the caller's signal fires */
export function postJson(post: JsonPost): Promise<unknown> {
  return retrying(post, () => attemptOnce(post));
}

async function attemptOnce(post: JsonPost): Promise<unknown> {
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  const timer = setTimeout(stop, post.policy.timeoutMs);
  post.signal?.addEventListener('abort', stop, { once: true });
  try {
    const response = await post.fetch(post.url, requestOf(post, attempt.signal));
    const { status, headers } = response;
    if (status < 200 || status >= 300) throw failureOf(status, headers, await readStart(response), post.key?.secret);
    return readAnswer(status, await readBody(response, JSON_LIMITS.bytes));
  } catch (error) {
    throwIfAborted(post.signal);
    if (error instanceof HttpFailure || isCoraError(error)) throw error;
    if (error instanceof TooLarge) throw unusable(error);
    if (attempt.signal.aborted) {
      throw new HttpFailure(0, `no answer within ${post.policy.timeoutMs / 1000} s`, { cause: error });
    }
    throw brokenOff(error);
  } finally {
    clearTimeout(timer);
    post.signal?.removeEventListener('abort', stop);
  }
}

function readAnswer(status: number, body: Buffer): unknown {
  try {
    return parseBounded(body, JSON_LIMITS);
  } catch (error) {
    if (error instanceof TooMuchJson) throw unusable(error);
    // The parser's own error quotes the answer; its length says enough.
    throw new HttpFailure(0, `an answer that is not JSON (status ${status}, ${body.length} bytes)`);
  }
}

function unusable(cause: Error): HttpFailure {
  return new HttpFailure(0, `an answer that cannot be used: ${cause.message}`, { cause });
}

// A JSON POST whose answer is read line by line while it comes: how services stream (JSON lines, server-sent events). It is
// repeated until the first line is there, and never after it: what was handed on cannot be taken back.

/** An answer in prose is a thousandth of it, and comes in lines of some words. */
const LINE_LIMITS: LineLimits = { line: 1_000_000, whole: 16_000_000 };

/**
 * Blank lines are left out. Ending the iteration early closes the connection, so that the server need not go on.
 * @throws HttpFailure when given up or broken off, CoraError ABORTED when the caller's signal fires
 */
export async function* postForLines(post: JsonPost): AsyncGenerator<string, void, undefined> {
  const { lines, first } = await retrying(post, () => begin(post));
  try {
    if (first === undefined) return;
    yield first;
    yield* lines;
  } finally {
    await lines.return();
  }
}

async function begin(post: JsonPost) {
  const lines = linesOf(post);
  const { value } = await lines.next();
  return { lines, first: value as string | undefined };
}

async function* linesOf(post: JsonPost): AsyncGenerator<string, void, undefined> {
  const { policy, signal, key } = post;
  const attempt = new AbortController();
  const stop = () => attempt.abort();
  const silence = new Silence(policy.timeoutMs, stop);
  const { wholeMs = WHOLE_MS } = policy;
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    stop();
  }, wholeMs);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    silence.begin();
    const response = await post.fetch(post.url, requestOf(post, attempt.signal));
    if (!response.ok) throw failureOf(response.status, response.headers, await readStart(response), key?.secret);
    for await (const line of linesWithin(
      heard(response, () => silence.begin()),
      LINE_LIMITS,
      tooMuch,
    )) {
      // What the caller does between two lines is no silence of the server.
      silence.end();
      yield line;
      silence.begin();
    }
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof HttpFailure || isCoraError(error)) throw error;
    if (attempt.signal.aborted) {
      const said = isLate
        ? `no end of an answer within ${wholeMs / 1000} s`
        : `no answer within ${policy.timeoutMs / 1000} s`;
      throw new HttpFailure(0, said, { cause: error });
    }
    throw brokenOff(error);
  } finally {
    clearTimeout(late);
    silence.end();
    signal?.removeEventListener('abort', stop);
    attempt.abort();
  }
}

/** Calls when nothing has come for that long. */
class Silence {
  readonly #ms: number;
  readonly #call: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, call: () => void) {
    this.#ms = ms;
    this.#call = call;
  }

  begin(): void {
    this.end();
    this.#timer = setTimeout(this.#call, this.#ms);
  }

  end(): void {
    clearTimeout(this.#timer);
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
