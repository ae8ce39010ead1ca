/**
 * Checks blocks in the caller's thread and in others beside it: all that a pull computes. Whoever
 * is free takes the next block; answers are awaited by the caller in the order of the blocks.
 * Sources that are not built have no other threads.
 */

import { existsSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CoraError, receivedError, type SentError } from '../../base/errors.ts';
import { roomForThread } from '../../disk/nodeRuntime.ts';
import type { BuiltSegment } from '../../engine/joinSegments.ts';
import type { SharedTerms } from '../../engine/wordsByRow.ts';
import { openBlobReader } from '../../git/openBlobReader.ts';
import type { Repository } from '../../git/repository.ts';
import { createArtifactOpener } from '../artifact/readArtifact.ts';
import {
  type BlockContext,
  type CheckedBlock,
  type Contents,
  createRowKeeper,
  type OfferedBlock,
} from './checkBlock.ts';
import { readDictionary, type SegmentCopy, type Unproven } from './segmentProof.ts';

export interface BlockPool {
  /** The number of calls that may be outstanding. It grows once they hold no block in memory. */
  readonly width: number;
  check(block: OfferedBlock): Promise<CheckedBlock>;
  /** Returns the words of a segment, all of whose bytes are as they were written. */
  dictionary(copy: SegmentCopy): Promise<SharedTerms>;
  /** From here on spans of this segment are offered, which is to be taken as it is. */
  prove(unproven: Unproven): void;
  /** Returns segments of the rows that fitted and are in none yet; after the last block. */
  rest(): Promise<BuiltSegment[]>;
  /** Ends the threads. Calls that are outstanding reject. */
  close(): Promise<void>;
}

interface BlockPoolOptions extends BlockContext {
  /** Threads that check, the caller's among them; those beside it are started at once. */
  jobs: number;
  repository: Repository;
  /** Parses for the caller's thread; the others have parsers of their own. */
  chunk: Contents['chunk'];
  /** The worker's bundle. */
  workerUrl?: URL;
}

/** A request to a thread, which answers each, in order. */
export type Order =
  | { kind: 'check'; block: OfferedBlock }
  | { kind: 'dictionary'; copy: SegmentCopy }
  | { kind: 'prove'; unproven: Unproven }
  | { kind: 'rest' };
export type OrderAnswer = { done: unknown } | { error: SentError };

export interface ThreadData extends BlockContext {
  repository: Repository;
}

/**
 * The most threads. Each holds a block and all that is made of it, some 100 MB; more would wait for
 * the writing.
 */
const MOST_THREADS = 4;
/**
 * One block is checked and one waits, so that no thread waits for the caller, which checks blocks,
 * too.
 */
const BLOCKS_OF_THREAD = 2;
/**
 * Spans of a segment take no memory. Answers are awaited in order: with fewer of them outstanding
 * the caller's thread would stand idle until another one has finished the span that comes next.
 */
const SPANS_OF_THREAD = 8;
/** A thread's memory for new objects, which live as long as a block: with less they are copied. */
const YOUNG_MEMORY_MB = 32;

interface Thread {
  worker: Worker;
  /** The callers that wait for an answer, in order. */
  waiting: Waiting[];
  /** The reason why it ended; null while it runs. */
  ended: CoraError | null;
}

interface Task extends Waiting {
  block: OfferedBlock;
}

export function createBlockPool({
  jobs,
  repository,
  chunk,
  workerUrl = new URL('./pull-worker.js', import.meta.url),
  ...context
}: BlockPoolOptions): BlockPool {
  const { read, close } = openBlobReader(repository, 0);
  const { artifact, closeAll } = createArtifactOpener();
  const keeper = createRowKeeper(context, { read, chunk, artifact });
  const threads: Thread[] = [];
  const most = existsSync(fileURLToPath(workerUrl)) ? Math.min(jobs, MOST_THREADS) : 1;
  while (threads.length + 1 < most && roomForThread()) threads.push(startThread(workerUrl, { ...context, repository }));
  const queue: Task[] = [];
  let isBusy = false;
  let isSpans = false;
  const distribute = (): void => {
    for (const thread of threads) {
      while (queue.length > 0 && thread.waiting.length < BLOCKS_OF_THREAD) {
        const { block, ...waiting } = queue.shift()!;
        ask(thread, { kind: 'check', block }, waiting);
      }
    }
    if (queue.length === 0 || isBusy) return;
    isBusy = true;
    void checkHere(queue.shift()!);
  };
  const checkHere = async ({ block, resolve, reject }: Task): Promise<void> => {
    await keeper.check(block).then(resolve, reject);
    // Answers of other threads are taken first.
    await nextTurn();
    isBusy = false;
    distribute();
  };
  return {
    get width() {
      return (isSpans ? SPANS_OF_THREAD : BLOCKS_OF_THREAD) * threads.length + 1;
    },
    check: async (block) => {
      const checked = new Promise<unknown>((resolve, reject) => queue.push({ block, resolve, reject }));
      distribute();
      return (await checked.finally(distribute)) as CheckedBlock;
    },
    dictionary: async (copy) => {
      const [thread] = threads;
      return thread === undefined ? readDictionary(copy) : answerOf(thread, { kind: 'dictionary', copy });
    },
    prove: (unproven) => {
      isSpans = true;
      for (const thread of threads) ask(thread, { kind: 'prove', unproven }, NOBODY);
      keeper.prove(unproven);
    },
    rest: async () => {
      const all = threads.map((thread) => answerOf<BuiltSegment[]>(thread, { kind: 'rest' }));
      return [...(await Promise.all(all)).flat(), ...keeper.rest()];
    },
    close: async () => {
      close();
      closeAll();
      keeper.close();
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** For an order whose answer nobody awaits: if it fails, so does the first check. */
const NOBODY: Waiting = { resolve: () => undefined, reject: () => undefined };

function answerOf<T>(thread: Thread, order: Order): Promise<T> {
  return new Promise<unknown>((resolve, reject) => ask(thread, order, { resolve, reject })) as Promise<T>;
}

function ask({ worker, waiting, ended }: Thread, order: Order, asking: Waiting): void {
  if (ended !== null) {
    asking.reject(ended);
    return;
  }
  waiting.push(asking);
  worker.postMessage(order);
}

function startThread(url: URL, data: ThreadData): Thread {
  const worker = new Worker(url, {
    workerData: data,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
  });
  const thread: Thread = { worker, waiting: [], ended: null };
  let reason = 'it ended by itself';
  worker.on('message', (answer: OrderAnswer) => {
    const next = thread.waiting.shift();
    if ('done' in answer) next?.resolve(answer.done);
    else next?.reject(receivedError(answer.error));
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
