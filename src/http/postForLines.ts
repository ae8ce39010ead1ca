/**
 * A JSON POST whose answer is read line by line while it comes: how services stream (JSON lines, server-sent events). It is
 * repeated until the first line is there, and never after it: what was handed on cannot be taken back.
 */

import { isCoraError, throwIfAborted } from '../errors.ts';
import { brokenOff, failureOf, HttpFailure } from './httpFailure.ts';
import { type JsonPost, requestOf, retrying } from './retrying.ts';

/** In bytes; an answer in prose is a thousandth of it. */
const MOST_ANSWER = 16_000_000;
const MOST_ERROR = 64_000;

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
  signal?.addEventListener('abort', stop, { once: true });
  try {
    silence.begin();
    const response = await post.fetch(post.url, requestOf(post, attempt.signal));
    if (!response.ok) throw failureOf(response.status, response.headers, await textOf(response), key);
    for await (const line of splitLines(response, () => silence.begin())) {
      // What the caller does between two lines is no silence of the server.
      silence.end();
      yield line;
      silence.begin();
    }
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof HttpFailure || isCoraError(error)) throw error;
    if (attempt.signal.aborted) {
      throw new HttpFailure(0, `no answer within ${policy.timeoutMs / 1000} s`, { cause: error });
    }
    throw brokenOff(error);
  } finally {
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

async function* splitLines({ body }: Response, onBytes: () => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let total = 0;
  for await (const bytes of body ?? []) {
    onBytes();
    total += (bytes as Uint8Array).length;
    if (total > MOST_ANSWER) throw new HttpFailure(0, `an answer of more than ${MOST_ANSWER} bytes`);
    const parts = (rest + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n');
    rest = parts.pop()!;
    for (const part of parts) if (part.trim() !== '') yield part.trim();
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield rest.trim();
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    if (text.length > MOST_ERROR) break;
  }
  return text.slice(0, MOST_ERROR);
}
