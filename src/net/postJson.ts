/**
 * One door to every service that computes: a JSON POST that is repeated while repeating may help,
 * its answer read whole or line by line. Secrets go into the Authorization header and nowhere else:
 * what a server sends back is searched for them before it is shown.
 */

import { type JsonLimits, parseBounded, TooMuchJson } from '../base/boundedJson.ts';
import { type LineLimits, linesWithin } from '../base/decodeText.ts';
import { TooLarge } from '../disk/boundedRead.ts';
import {
  Attempt,
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

/** An answer in prose is a thousandth of it, and comes in lines of some words. */
const LINE_LIMITS: LineLimits = { line: 1_000_000, whole: 16_000_000 };

/**
 * Blank lines are left out. Ending the iteration early closes the connection, so that the server
 * need not go on.
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
