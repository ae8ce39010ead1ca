/**
 * Checks blocks in worker threads: all that a pull computes. Blocks go to the threads by turns; answers are awaited by the
 * caller in the order of the blocks. Without threads (no jobs, or sources that are not built) it is done in the caller's.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CoraError, type ErrorCode } from '../../base/errors.ts';
import { roomForThread } from '../../chunk/roomForThread.ts';
import { openBlobReader } from '../../git/openBlobReader.ts';
import type { Repository } from '../../git/repository.ts';
import type { RawBlock } from '../artifact/blocks.ts';
import { type BlockContext, type CheckedBlock, type Contents, checkBlock, type OfferedBlock } from './checkBlock.ts';
import { createSettler } from './settleDoubts.ts';

export interface BlockPool {
  /** So many calls may be outstanding; each holds a block in memory. */
  width: number;
  check(block: OfferedBlock): Promise<CheckedBlock>;
  /** Ends the threads. Calls that are outstanding reject. */
  close(): Promise<void>;
}

export interface BlockPoolOptions extends BlockContext {
  /** Threads; 0: none. They are started when there is work for them. */
  jobs: number;
  repository: Repository;
  /** For what comes without text, and for what is in doubt. */
  chunk: Contents['chunk'];
  /** The worker's bundle. */
  workerUrl?: URL;
}

/** In answer to each block, in order. */
export type BlockAnswer = { checked: CheckedBlock } | { error: BlockFailure };

export interface BlockFailure {
  /** Null for an unknown error. */
  code: ErrorCode | null;
  message: string;
  hint: string | undefined;
}

export interface ThreadData extends BlockContext {
  repository: Repository;
}

/** Each holds a block and all that is made of it, some 100 MB; more of them wait for the writing. */
const MOST_THREADS = 4;
/** What a thread makes lives as long as a block: with less room it is copied again and again. */
const YOUNG_MEMORY_MB = 32;

interface Thread {
  worker: Worker;
  /** Those who wait for an answer, in order. */
  waiting: PromiseWithResolvers<CheckedBlock>[];
  /** Why it ended; null while it runs. */
  ended: CoraError | null;
}

export function createBlockPool({
  jobs,
  repository,
  chunk,
  workerUrl = new URL('./pull-worker.js', import.meta.url),
  ...context
}: BlockPoolOptions): BlockPool {
  const settle = createSettler(chunk, context.form.dimensions);
  if (jobs <= 0 || !existsSync(fileURLToPath(workerUrl)) || !roomForThread()) {
    const { read, close } = openBlobReader(repository, 0);
    const check = async (block: OfferedBlock) => settle(await checkBlock(block, context, { read, chunk }));
    return { width: 1, check, close: async () => close() };
  }
  const most = Math.min(jobs, MOST_THREADS);
  const threads: Thread[] = [];
  const threadFor = (): Thread => {
    if (threads.length === 0 || (threads.length < most && roomForThread()))
      threads.push(startThread(workerUrl, { ...context, repository }));
    return threads.reduce((a, b) => (b.waiting.length < a.waiting.length ? b : a));
  };
  return {
    // One waits, so that no thread waits for the caller.
    width: most + 1,
    check: async (block) => {
      const { worker, waiting, ended } = threadFor();
      if (ended !== null) throw ended;
      const answer = withResolvers();
      waiting.push(answer);
      if (Array.isArray(block)) worker.postMessage(block);
      else postRaw(worker, block);
      return settle(await answer.promise);
    },
    close: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

function startThread(url: URL, data: ThreadData): Thread {
  const worker = new Worker(url, {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
  });
  const thread: Thread = { worker, waiting: [], ended: null };
  let reason = 'it ended by itself';
  worker.on('message', (answer: BlockAnswer) => {
    const next = thread.waiting.shift();
    if ('checked' in answer) next?.resolve(answer.checked);
    else next?.reject(errorOf(answer.error));
  });
  worker.on('error', (error) => {
    reason = error.message;
  });
  worker.on('exit', () => {
    const message = `A thread that checked the index ended: ${reason}.`;
    thread.ended = new CoraError('STORE', message, { hint: 'without threads: cora pull --jobs 0' });
    for (const next of thread.waiting.splice(0)) next.reject(thread.ended);
  });
  return thread;
}

/** Copies of their own, which are handed over: what a buffer is a part of would be copied whole. */
function postRaw(worker: Worker, block: RawBlock): void {
  const rows = new Uint8Array(block.rows);
  const vectors = new Uint8Array(block.vectors);
  worker.postMessage({ rows, vectors }, [rows.buffer, vectors.buffer]);
}

function errorOf({ code, message, hint }: BlockFailure): Error {
  return code === null ? new Error(message) : new CoraError(code, message, { hint });
}

interface PromiseWithResolvers<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

/** Node 20 has no Promise.withResolvers. */
function withResolvers(): PromiseWithResolvers<CheckedBlock> {
  const out = {} as PromiseWithResolvers<CheckedBlock>;
  out.promise = new Promise((resolve, reject) => Object.assign(out, { resolve, reject }));
  return out;
}
