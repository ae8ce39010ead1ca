/**
 * Threads that search beside the serving thread. If several questions are asked at once, each goes
 * to the thread with the fewest. Threads start when there is work and end after a while without.
 * Only the serving thread asks Git about the working tree; its answer is sent with each question,
 * so that all threads answer alike.
 */

import { existsSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { abortedBy, CoraError, receivedError, type SentError, throwIfAborted } from '../base/errors.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import type { Log } from '../base/types.ts';
import { roomForThread } from '../disk/nodeRuntime.ts';
import { embedderId, isBuiltIn, parseEmbedderSpec } from '../embed/parseEmbedderSpec.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import type { SessionSettings, Surroundings } from '../settings/requests.ts';
import type { GitLook } from '../view/callerView.ts';
import type { Searcher } from './session.ts';

/**
 * The serving thread keeps a core and a gigabyte. With 20,000 chunks another thread takes 300 MB.
 */
const THREADS = Math.max(0, Math.min(4, availableParallelism() - 1, Math.floor(memory() / 2 ** 30) - 1));
/**
 * For new objects. With less memory, objects that live as long as a question are copied again and
 * again.
 */
const YOUNG_MEMORY_MB = 96;
/** The reason for ending a thread without an error. */
const CLOSING = 'the server ends';
/** A thread without a question for so many milliseconds ends and frees its memory and files. */
const IDLE = 300_000;

interface Place {
  /** Identifies the place with its settings. */
  key: string;
  settings: SessionSettings;
  surroundings: Surroundings;
}

/** Everything that a thread needs to open a session. */
export interface Opening {
  settings: SessionSettings;
  surroundings: Omit<Surroundings, 'log'>;
  look: GitLook;
}

/**
 * `opening` is sent with the first question about a place, and again when its files have changed.
 */
export type ThreadTask =
  | { id: number; key: string; request: SearchRequest; opening: Opening | null }
  | { stop: number }
  | { forget: string };

export type ThreadAnswer =
  | { id: number; result: SearchResult }
  | { id: number; failure: SentError }
  | { log: keyof Log; message: string; hint: string | undefined };

interface Asked {
  place: Place;
  request: SearchRequest;
  look: GitLook;
  /** Changes when the files or the rows change. */
  stamp: string;
}

interface Thread {
  worker: Worker;
  /** True after its first answer, which takes ten times as long as later ones. */
  isWarm: boolean;
  waiting: Map<number, { resolve(result: SearchResult): void; reject(error: Error): void }>;
  /** For each place the stamp of the last `opening` that was sent. */
  told: Map<string, string>;
  idle: NodeJS.Timeout | undefined;
}

export class SearchThreads {
  readonly #log: Log;
  #most: number;
  readonly #workerUrl: URL;
  readonly #idle: number;
  readonly #threads = new Set<Thread>();
  readonly #numbers = new WeakMap<object, number>();
  /** The number of searches in the caller's thread. */
  #own = 0;
  #nextId = 1;
  #turn: Promise<void> = Promise.resolve();

  /** @param workerUrl the bundle of the threads; without it there are none */
  constructor(log: Log, most = THREADS, workerUrl = new URL('./search-worker.js', import.meta.url), idle = IDLE) {
    this.#log = log;
    this.#most = existsSync(fileURLToPath(workerUrl)) ? most : 0;
    this.#workerUrl = workerUrl;
    this.#idle = idle;
  }

  /** The number of threads that have answered a question. */
  get ready(): number {
    return [...this.#threads].filter(({ isWarm }) => isWarm).length;
  }

  /** Returns a searcher whose searches run here or in another thread, with the same answers. */
  helping(searcher: Searcher, place: Place): Searcher {
    const search: Searcher['search'] = async (request, signal) => {
      const [view, rows] = await Promise.all([searcher.view, searcher.store]);
      if (view.look !== undefined && rows !== null && this.#own > 0 && isCheap(place.settings)) {
        const stamp = `${this.#numberOf(view)} ${this.#numberOf(rows)}`;
        const asked = { place, request, look: view.look, stamp };
        const thread = this.#freeThread(Math.min(this.#most, rows.readersInMemory - 1), asked);
        const answer = thread === null ? null : this.#ask(thread, asked, signal);
        if (answer !== null) return answer;
      }
      this.#own += 1;
      try {
        await this.#nextTurn();
        return await searcher.search(request, signal);
      } finally {
        this.#own -= 1;
      }
    };
    return { ...searcher, search };
  }

  /**
   * Waits for a turn of the event loop in which no other search begins. Searches that begin
   * together compute step by step, and the objects of all of them live at the same time. Searches
   * that follow each other without a turn let the other threads wait for their next question.
   */
  #nextTurn(): Promise<void> {
    this.#turn = this.#turn.then(() => setImmediate());
    return this.#turn;
  }

  /** Closes the threads' sessions of a place. */
  forget(key: string): void {
    for (const { worker, told } of this.#threads) if (told.delete(key)) post(worker, { forget: key });
  }

  /** Ends the threads. Their open questions are rejected. */
  close(): void {
    for (const thread of [...this.#threads]) this.#end(thread, CLOSING);
  }

  /** @returns null if the caller's thread has no more to do than any other */
  #freeThread(most: number, asked: Asked): Thread | null {
    // A very large index uses fewer threads.
    const all = [...this.#threads].slice(0, Math.max(0, most));
    const [free] = all.filter(({ isWarm }) => isWarm).sort((a, b) => a.waiting.size - b.waiting.size);
    if (free?.waiting.size !== 0 && all.length < most && all.every(({ isWarm }) => isWarm) && roomForThread())
      this.#start(asked);
    return free !== undefined && free.waiting.size <= this.#own ? free : null;
  }

  /**
   * Sends a new thread a question for warming up. The caller's thread answers the same question, so
   * nobody waits.
   */
  #start(asked: Asked): void {
    let worker: Worker;
    try {
      worker = new Worker(this.#workerUrl, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY_MB } });
    } catch (error) {
      // The system allows no more threads.
      this.#most = 0;
      this.#log.debug(`Searches run in one thread: ${String(error)}`);
      return;
    }
    const thread: Thread = { worker, isWarm: false, waiting: new Map(), told: new Map(), idle: undefined };
    this.#threads.add(thread);
    worker.unref();
    worker.on('message', (answer: ThreadAnswer) => this.#take(thread, answer));
    worker.on('error', (error) => this.#end(thread, error.message));
    worker.on('exit', () => this.#end(thread, 'it ended by itself'));
    const warm = (): void => {
      thread.isWarm = true;
    };
    const first = this.#ask(thread, asked, undefined);
    if (first !== null) first.then(warm, warm);
    else if (this.#threads.delete(thread)) void worker.terminate();
  }

  /** @returns null if the question cannot be sent to another thread */
  #ask(thread: Thread, asked: Asked, signal: AbortSignal | undefined): Promise<SearchResult> | null {
    throwIfAborted(signal);
    const { worker, waiting, told } = thread;
    const { place, request, look, stamp } = asked;
    const id = this.#nextId++;
    const opening = told.get(place.key) === stamp ? null : openingOf(place, look);
    try {
      post(worker, { id, key: place.key, request, opening });
    } catch (error) {
      this.#log.debug(`A question stays in the thread that serves: ${String(error)}`);
      return null;
    }
    told.set(place.key, stamp);
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        post(worker, { stop: id });
        settle(() => reject(abortedBy(signal!)));
      };
      const settle = (say: () => void): void => {
        waiting.delete(id);
        signal?.removeEventListener('abort', stop);
        clearTimeout(thread.idle);
        const rest = (): void => {
          if (waiting.size === 0) this.#end(thread, 'nobody asked it');
        };
        thread.idle = setTimeout(rest, this.#idle).unref();
        say();
      };
      waiting.set(id, {
        resolve: (result) => settle(() => resolve(result)),
        reject: (error) => settle(() => reject(error)),
      });
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  #take({ waiting }: Thread, answer: ThreadAnswer): void {
    if ('log' in answer) this.#log[answer.log](answer.message, answer.hint);
    else if ('result' in answer) waiting.get(answer.id)?.resolve(answer.result);
    else waiting.get(answer.id)?.reject(receivedError(answer.failure));
  }

  #end(thread: Thread, why: string): void {
    if (!this.#threads.delete(thread)) return;
    const message = `A thread that searched has ended: ${why}.`;
    if (why !== CLOSING) this.#log.debug(message);
    // If a thread does not start, or dies of its first question, no other is tried.
    if (!thread.isWarm) this.#most = 0;
    const error = new CoraError('STORE', message, { hint: 'Ask again: another one is started.' });
    for (const { reject } of thread.waiting.values()) reject(error);
    clearTimeout(thread.idle);
    void thread.worker.terminate();
  }

  #numberOf(object: object): number {
    const number = this.#numbers.get(object) ?? this.#nextId++;
    this.#numbers.set(object, number);
    return number;
  }
}

/** False if each thread would have to load a model, or to ask a paid service to warm up. */
function isCheap({ embedder, reranker }: SessionSettings): boolean {
  return reranker === null && isBuiltIn(embedderId(parseEmbedderSpec(embedder)));
}

/** The memory of the container, or of the machine. Not every runtime knows the container's. */
function memory(): number {
  const given = process.constrainedMemory?.() ?? 0;
  return given > 0 ? Math.min(given, totalmem()) : totalmem();
}

function post(worker: Worker, task: ThreadTask): void {
  worker.postMessage(task);
}

/** Leaves out what only this thread can use. */
function openingOf({ settings, surroundings }: Place, { repository, working }: GitLook): Opening {
  const { dir, env, cacheDir } = surroundings;
  const { launch: _, ...opened } = repository;
  return { settings, surroundings: { dir, env: { ...env }, cacheDir }, look: { repository: opened, working } };
}
