/**
 * The program of a search thread, search-worker.js, a bundle beside that of the serving thread. It
 * answers several questions at once, each with Git's answers from the serving thread.
 */

import { parentPort } from 'node:worker_threads';
import { memoized, Users } from '../base/concurrency.ts';
import { sentError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import type { Opening, ThreadAnswer, ThreadTask } from './searchThreads.ts';
import { openSession, type Searcher, type Session } from './session.ts';

const port = parentPort;
if (port === null) throw new Error('search-worker is started by Cora, not by hand');

/** A place, with its files and rows as the serving thread saw them. */
interface Kept {
  session: Session;
  searcher: () => Promise<Searcher>;
  users: Users;
}

const kept = new Map<string, Kept>();
const running = new Map<number, AbortController>();

port.on('message', (task: ThreadTask) => {
  if ('stop' in task) running.get(task.stop)?.abort();
  else if ('forget' in task) forget(task.forget);
  else void answer(task);
});

async function answer({ id, key, request, opening }: Extract<ThreadTask, { id: number }>): Promise<void> {
  const stopped = new AbortController();
  running.set(id, stopped);
  const { searcher, users } = opening === null ? kept.get(key)! : keep(key, opening);
  const leave = users.enter();
  try {
    const result = await (await searcher()).search(request, stopped.signal);
    say({ id, result });
  } catch (error) {
    say({ id, failure: sentError(error) });
  } finally {
    leave();
    running.delete(id);
  }
}

/** The session stays open and reads only what has changed since the last look. */
function keep(key: string, { settings, surroundings, look }: Opening): Kept {
  const before = kept.get(key);
  const session = before?.session ?? openSession(settings, { ...surroundings, log });
  let opened: Searcher | null = null;
  const searcher = memoized(async () => {
    opened = await session.now(undefined, look);
    return opened;
  });
  const one = { session, searcher, users: new Users(() => opened?.close()) };
  kept.set(key, one);
  before?.users.retire();
  return one;
}

function forget(key: string): void {
  const one = kept.get(key);
  kept.delete(key);
  one?.users.retire();
  one?.session.close();
}

function say(answered: ThreadAnswer): void {
  port!.postMessage(answered);
}

const log: Log = {
  info: (message) => say({ log: 'info', message, hint: undefined }),
  warn: (message, hint) => say({ log: 'warn', message, hint }),
  debug: (message) => say({ log: 'debug', message, hint: undefined }),
};
