/**
 * Chunks blobs in worker threads. A thread that dies (mostly for lack of memory) is replaced. The
 * file that it was reading becomes an error of this run, and the files behind it are chunked as
 * usual.
 *
 * The caller must limit how many blobs wait: each of them is in memory.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CoraError } from '../base/errors.ts';
import type { ChunkedBlob, Log } from '../base/types.ts';
import { keepRoomForNew, MOST_THREADS, roomForThread } from '../disk/nodeRuntime.ts';
import { chunkBlob } from './chunkBlob.ts';
import { assertInstalled } from './grammars.ts';

export interface ChunkPool {
  /**
   * @param bytes are copied, so the caller may use them again
   * @returns null for binary content
   * @throws CoraError STORE if the machine lacks something; Error if this one blob fails; the pool
   * goes on after both
   */
  chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
  /** Ends the threads. Open calls are rejected. */
  close(): Promise<void>;
}

export interface ChunkPoolOptions {
  /**
   * The number of threads, at most MOST_THREADS; 0 parses in the caller's thread. They start when
   * there is work.
   */
  jobs: number;
  log?: Log;
  /** The worker's bundle; by default chunk-worker.js beside this one. */
  workerUrl?: URL;
  /** The heap of a thread, without the memory of the WebAssembly. */
  memoryMb?: number;
}

/**
 * One blob is being parsed and the others wait, so that a thread never waits for the caller, who is
 * busy in between.
 */
const TASKS_PER_THREAD = 16;
const MEMORY_MB = 768;
/**
 * A thread's memory for new objects. They are sent away at once, so a quarter of the usual memory
 * is as fast.
 */
const YOUNG_MEMORY_MB = 12;

interface Job extends ChunkTask {
  resolve(result: ChunkedBlob | null): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  /** In the order in which the thread parses them. */
  jobs: Job[];
  /** True once the thread has started: from then on a crash is caused by a file. */
  ready: boolean;
}

/** @throws CoraError PLATFORM if the parser is not installed */
export function createChunkPool({
  jobs,
  log,
  workerUrl = new URL('./chunk-worker.js', import.meta.url),
  memoryMb = MEMORY_MB,
}: ChunkPoolOptions): ChunkPool {
  assertInstalled();
  if (jobs <= 0 || !existsSync(fileURLToPath(workerUrl))) {
    if (jobs > 0) log?.debug(`parsing in this thread: there is no ${fileURLToPath(workerUrl)}`);
    return { chunk: chunkBlob, close: async () => undefined };
  }
  const most = Math.min(jobs, MOST_THREADS);
  const threads: Thread[] = [];
  const waiting: Job[] = [];
  let nextId = 1;
  let closed = false;
  let broken = false;
  return { chunk, close };

  function chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null> {
    if (closed) return Promise.reject(new Error('the chunk pool is closed'));
    if (broken) return chunkBlob(bytes, language);
    return new Promise((resolve, reject) => {
      waiting.push({ id: nextId++, bytes, language, resolve, reject });
      assign();
    });
  }

  function assign(): void {
    if (threads.length === 0 && waiting.length > 0 && !roomForThread())
      giveUp(waiting.splice(0), 'this process may use too little memory, see ulimit -v');
    while (waiting.length > 0) {
      const thread = idlest();
      if (thread === null) return;
      const job = waiting.shift()!;
      thread.jobs.push(job);
      const bytes = new Uint8Array(job.bytes);
      thread.worker.postMessage({ id: job.id, bytes, language: job.language } satisfies ChunkTask, [bytes.buffer]);
    }
  }

  function idlest(): Thread | null {
    const free = threads
      .filter(({ jobs }) => jobs.length < TASKS_PER_THREAD)
      .sort((a, b) => waitingBytes(a) - waitingBytes(b))[0];
    if ((free === undefined || free.jobs.length > 0) && threads.length < most && roomForThread()) return startThread();
    return free ?? null;
  }

  function startThread(): Thread {
    const worker = new Worker(workerUrl, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
    });
    const thread: Thread = { worker, jobs: [], ready: false };
    let reason = 'it ended by itself';
    worker.on('message', (answer: ChunkAnswer) => finish(thread, answer));
    worker.on('error', (error) => {
      reason = error.message;
    });
    worker.on('exit', () => bury(thread, reason));
    threads.push(thread);
    return thread;
  }

  function finish(thread: Thread, answer: ChunkAnswer): void {
    if (answer === 'ready') {
      thread.ready = true;
      keepRoomForNew();
    } else {
      const at = thread.jobs.findIndex(({ id }) => id === answer.id);
      const [job] = at === -1 ? [] : thread.jobs.splice(at, 1);
      if ('error' in answer) job?.reject(failureIn(answer));
      else job?.resolve(answer.result);
      assign();
    }
  }

  function bury(thread: Thread, reason: string): void {
    const at = threads.indexOf(thread);
    if (at === -1) return;
    threads.splice(at, 1);
    const left = thread.jobs.splice(0);
    if (closed) {
      for (const job of left) job.reject(new Error('the chunk pool was closed'));
      return;
    }
    if (thread.ready) {
      const guilty = left.shift();
      guilty?.reject(
        new Error(`its parsing thread died: ${reason}; run again, with more memory free or with --jobs 1`),
      );
      waiting.unshift(...left);
      assign();
    } else {
      giveUp([...left, ...waiting.splice(0)], reason);
    }
  }

  /**
   * A thread that dies before it has started would do so again, so the rest is parsed in this
   * thread.
   */
  function giveUp(left: Job[], reason: string): void {
    log?.warn(`parsing threads do not start (${reason}), so files are parsed one by one`);
    broken = true;
    for (const job of left) chunkBlob(job.bytes, job.language).then(job.resolve, job.reject);
  }

  async function close(): Promise<void> {
    closed = true;
    for (const job of waiting.splice(0)) job.reject(new Error('the chunk pool was closed'));
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }
}

function waitingBytes({ jobs }: Thread): number {
  return jobs.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function failureIn({ error, hint }: { error: string; hint?: string }): Error {
  return hint === undefined ? new Error(error) : new CoraError('STORE', error, { hint });
}

// Messages between the pool and its threads.

export interface ChunkTask {
  id: number;
  bytes: Uint8Array;
  language: string;
}

/** `ready` is sent once, when the thread has started; then one answer for each task, in order. */
export type ChunkAnswer =
  | 'ready'
  | { id: number; result: ChunkedBlob | null }
  /** With a hint, the machine lacks something, and this blob is not at fault. */
  | { id: number; error: string; hint?: string };
