/**
 * One door to every service: a JSON POST that is repeated while repeating may help. It knows HTTP and how these services
 * word their errors; it knows nothing of vectors and prose. Secrets go into the Authorization header and nowhere else:
 * what a server sends back is searched for them before it is shown.
 */

import { type JsonLimits, parseBounded, TooMuchJson } from '../base/boundedJson.ts';
import { isCoraError, throwIfAborted } from '../base/errors.ts';
import { TooLarge } from '../disk/boundedRead.ts';
import { brokenOff, failureOf, HttpFailure } from './httpFailure.ts';
import { readBody, readStart } from './readBody.ts';
import { type JsonPost, requestOf, retrying } from './retrying.ts';

/** 256 vectors of 16,384 numbers. */
const LIMITS: JsonLimits = { bytes: 96 * 2 ** 20, depth: 8, values: 5_000_000 };

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
    return readAnswer(status, await readBody(response, LIMITS.bytes));
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
    return parseBounded(body, LIMITS);
  } catch (error) {
    if (error instanceof TooMuchJson) throw unusable(error);
    // The parser's own error quotes the answer; its length says enough.
    throw new HttpFailure(0, `an answer that is not JSON (status ${status}, ${body.length} bytes)`);
  }
}

function unusable(cause: Error): HttpFailure {
  return new HttpFailure(0, `an answer that cannot be used: ${cause.message}`, { cause });
}
