/** Something that the server is asked for: what is there, whether it is being asked, and what went wrong. */

import { batch, type Signal, signal } from '@preact/signals';
import { isAbort, RequestError } from '../api/request.ts';

export interface Resource<T> {
  /** The last answer; it stays until the next one is there. */
  value: Signal<T | null>;
  isLoading: Signal<boolean>;
  error: Signal<RequestError | null>;
  /** Asks. An answer to what was asked before is dropped. */
  load(request: (signal: AbortSignal) => Promise<T>): Promise<void>;
  /** Nothing is asked, nothing is there. */
  clear(): void;
}

/** How often a server that is busy is asked again. */
const MOST_TRIES = 3;

export function createResource<T>(): Resource<T> {
  let current: AbortController | null = null;
  const value = signal<T | null>(null);
  const isLoading = signal(false);
  const error = signal<RequestError | null>(null);
  const load: Resource<T>['load'] = async (request) => {
    current?.abort();
    const own = new AbortController();
    current = own;
    isLoading.value = true;
    try {
      const found = await patiently(request, own.signal);
      if (current !== own) return;
      batch(() => {
        value.value = found;
        error.value = null;
        isLoading.value = false;
      });
    } catch (problem) {
      if (current !== own || isAbort(problem)) return;
      batch(() => {
        error.value = asRequestError(problem);
        isLoading.value = false;
      });
    }
  };
  const clear = (): void => {
    current?.abort();
    current = null;
    batch(() => {
      value.value = null;
      error.value = null;
      isLoading.value = false;
    });
  };
  return { value, isLoading, error, load, clear };
}

async function patiently<T>(request: (signal: AbortSignal) => Promise<T>, abort: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await request(abort);
    } catch (error) {
      const isBusy = error instanceof RequestError && error.status === 429;
      if (!isBusy || tries >= MOST_TRIES) throw error;
      await pause(Math.min(error.retryAfter ?? 1000, 5000), abort);
    }
  }
}

/** @throws an AbortError after the signal */
export function pause(milliseconds: number, abort: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new DOMException('stopped', 'AbortError'));
    };
    const timer = setTimeout(() => {
      abort.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (abort.aborted) return stop();
    abort.addEventListener('abort', stop, { once: true });
  });
}

export function asRequestError(problem: unknown): RequestError {
  if (problem instanceof RequestError) return problem;
  return new RequestError(problem instanceof Error ? problem.message : String(problem), { status: -1 });
}
