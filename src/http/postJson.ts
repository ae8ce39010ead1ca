/**
 * One door to every service: a JSON POST that is repeated while repeating may help. It knows HTTP and how these services
 * word their errors; it knows nothing of vectors and prose. Secrets go into the Authorization header and nowhere else:
 * what a server sends back is searched for them before it is shown.
 */

import { isCoraError, throwIfAborted } from '../errors.ts';
import { brokenOff, failureOf, HttpFailure } from './httpFailure.ts';
import { type JsonPost, requestOf, retrying } from './retrying.ts';

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
    return readAnswer(response.status, response.headers, await response.text(), post.key);
  } catch (error) {
    throwIfAborted(post.signal);
    if (error instanceof HttpFailure || isCoraError(error)) throw error;
    if (attempt.signal.aborted) {
      throw new HttpFailure(0, `no answer within ${post.policy.timeoutMs / 1000} s`, { cause: error });
    }
    throw brokenOff(error);
  } finally {
    clearTimeout(timer);
    post.signal?.removeEventListener('abort', stop);
  }
}

function readAnswer(status: number, headers: Headers, text: string, key: string | undefined): unknown {
  if (status < 200 || status >= 300) throw failureOf(status, headers, text, key);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error quotes the answer; its length says enough.
    throw new HttpFailure(0, `an answer that is not JSON (status ${status}, ${text.length} characters)`);
  }
}
