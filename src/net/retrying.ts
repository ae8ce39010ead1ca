/** How often, how long and after which waits a service is asked. One policy for all services, embedding and answering. */

import { setTimeout as sleep } from 'node:timers/promises';
import { throwIfAborted } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import type { Fetch } from './createFetch.ts';
import { authorizationFor, type Credential } from './credentials.ts';
import { HttpFailure } from './httpFailure.ts';

/** Waits double from `firstDelayMs`, without jitter, so that two runs against the same answers are alike. */
export interface HttpPolicy {
  attempts: number;
  firstDelayMs: number;
  /** The longest wait between attempts; a server that asks for more (Retry-After) ends the run instead. */
  maxDelayMs: number;
  /** For one attempt, from the connection to the last byte; of an answer that streams, for each of its pauses. */
  timeoutMs: number;
  /** For all of an answer that streams. */
  wholeMs?: number;
}

/** A model on a slow machine has answered long before. */
export const WHOLE_MS = 60 * 60 * 1000;

export const DEFAULT_HTTP: HttpPolicy = { attempts: 5, firstDelayMs: 500, maxDelayMs: 60_000, timeoutMs: 120_000 };

export interface JsonPost {
  url: URL;
  body: unknown;
  /** Knows the way: through a proxy, or directly. */
  fetch: Fetch;
  /** Never shown. */
  key?: Credential | undefined;
  policy: HttpPolicy;
  log: Log;
  signal?: AbortSignal | undefined;
}

/**
 * @param attempt throws HttpFailure
 * @throws HttpFailure when given up, CoraError ABORTED when the caller's signal fires
 */
export async function retrying<T>(post: JsonPost, attempt: () => Promise<T>): Promise<T> {
  const { policy, log, signal } = post;
  for (let number = 1; ; number++) {
    throwIfAborted(signal);
    try {
      return await attempt();
    } catch (failure) {
      throwIfAborted(signal);
      if (!(failure instanceof HttpFailure) || number >= policy.attempts || !failure.worthRepeating) throw failure;
      const { said, status, retryAfterMs } = failure;
      const delay = retryAfterMs ?? Math.min(policy.firstDelayMs * 2 ** (number - 1), policy.maxDelayMs);
      if (delay > policy.maxDelayMs) {
        const asked = `${said} (it asks to wait ${Math.ceil(delay / 1000)} s)`;
        throw new HttpFailure(status, asked, { cause: failure });
      }
      log.debug(`${post.url.host}: ${said}; attempt ${number + 1} of ${policy.attempts} in ${delay} ms`);
      await pause(delay, signal);
    }
  }
}

/** What fetch is given. */
export function requestOf({ url, body, key }: JsonPost, signal: AbortSignal): RequestInit {
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

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
}
