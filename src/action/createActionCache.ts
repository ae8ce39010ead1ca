/**
 * The runner's cache, behind a process of its own: cacheProgram.ts. Where a service takes
 * connections and says nothing, GitHub's library asks five times, waits three minutes each time and
 * cannot be told to stop; a process can be ended.
 */

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from '../base/types.ts';
import type { ActionCache } from './actionTypes.ts';

interface ActionCacheRequest {
  env: NodeJS.ProcessEnv;
  /**
   * The most seconds for restoring, and again for saving. After them the run goes on without the
   * cache.
   */
  timeoutSeconds: number;
  log: Log;
  signal: AbortSignal;
}

/**
 * Starts the process that speaks with the cache.
 * @returns null where the runner has no cache service
 */
export async function createActionCache(request: ActionCacheRequest): Promise<ActionCache | null> {
  const { env, timeoutSeconds, log, signal } = request;
  const program = fileURLToPath(new URL('./action-cache.js', import.meta.url));
  // The library writes its own messages into the log of the job.
  const child = fork(program, [], { env, execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let isOver = false;
  let settle: (answer: CacheAnswer | null) => void = () => undefined;
  const end = (): void => {
    isOver = true;
    child.kill('SIGKILL');
    settle(null);
  };
  const giveUp = (why: string): void => {
    if (isOver) return;
    log.warn(`${why}: this run goes on without the cache.`);
    end();
  };
  child.on('message', (message) => settle(message as CacheAnswer));
  child.on('error', ({ message }) => giveUp(`The process that speaks with the cache failed (${message})`));
  child.on('exit', () => giveUp('The process that speaks with the cache has ended'));
  signal.addEventListener('abort', end, { once: true });

  /** @param task null for the first answer. @returns null where there is no cache any more */
  async function ask(task: CacheTask | null): Promise<CacheAnswer | null> {
    if (isOver) return null;
    const answered = new Promise<CacheAnswer | null>((resolve) => {
      settle = resolve;
    });
    const late = setTimeout(
      () => giveUp(`The cache gave no answer within ${timeoutSeconds} s (input cache-timeout)`),
      timeoutSeconds * 1000,
    );
    if (task !== null) child.send(task);
    const answer = await answered;
    clearTimeout(late);
    if (answer === null || !('failed' in answer)) return answer;
    log.warn(`The cache cannot be used: ${answer.failed}`);
    return null;
  }

  const first = await ask(null);
  if (first === null || !('isAvailable' in first) || !first.isAvailable) {
    end();
    return null;
  }
  return {
    restore: async (file, keys) => {
      const found = await ask({ task: 'restore', file, keys });
      return found !== null && 'key' in found ? found.key : null;
    },
    save: async (file, key) => {
      const saved = await ask({ task: 'save', file, key });
      return saved !== null && 'isNew' in saved && saved.isNew;
    },
  };
}

// Declares the messages between the Action and the process that speaks with the runner's cache.
// Types only.

export type CacheTask =
  | { task: 'restore'; file: string; keys: Parameters<ActionCache['restore']>[1] }
  | { task: 'save'; file: string; key: string };

/** The first one says whether this runner has a cache; then there is one for each task. */
export type CacheAnswer = { isAvailable: boolean } | { key: string | null } | { isNew: boolean } | { failed: string };
