/**
 * Checks blocks in worker threads: all that a pull computes. Blocks go to the threads by turns;
 * answers are awaited by the caller in the order of the blocks. Without threads (no jobs, or
 * sources that are not built) it is done in the caller's.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CoraError, type ErrorCode } from '../../base/errors.ts';
import type { ChunkRow } from '../../base/types.ts';
import { roomForThread } from '../../disk/nodeRuntime.ts';
import type { BuiltSegment } from '../../engine/joinSegments.ts';
import { openBlobReader } from '../../git/openBlobReader.ts';
import type { Repository } from '../../git/repository.ts';
import { ViewStatistics } from '../../view/statistics.ts';
import type { RawBlock } from '../artifact/blocks.ts';
import { createArtifactOpener } from '../artifact/readArtifact.ts';
import {
  type BlockContext,
  type CheckedBlob,
  type CheckedBlock,
  type Contents,
  type OfferedBlock,
  RowSampler,
} from './checkBlock.ts';
import { createRowKeeper, type RowKeeper } from './checkSpan.ts';
import { type ChunkContent, joinVectors } from './verifyBlob.ts';

export interface BlockPool {
  /** So many calls may be outstanding; each holds a block in memory. */
  width: number;
  check(block: OfferedBlock): Promise<CheckedBlock>;
  /** Returns segments of the rows that fitted and are in none yet; after the last block. */
  rest(): Promise<BuiltSegment[]>;
  /** Ends the threads. Calls that are outstanding reject. */
  close(): Promise<void>;
}

interface BlockPoolOptions extends BlockContext {
  /** Threads; 0: none. They are started when there is work for them. */
  jobs: number;
  repository: Repository;
  /** For what comes without text, and for what is in doubt. */
  chunk: Contents['chunk'];
  /** The worker's bundle. */
  workerUrl?: URL;
}

/** Asks a thread for what it has gathered. */
export const REST = 'rest';
/** In answer to each block, and to REST, in order. */
export type BlockAnswer = { checked: CheckedBlock } | { rest: BuiltSegment[] } | { error: BlockFailure };

interface BlockFailure {
  /** Null for an unknown error. */
  code: ErrorCode | null;
  message: string;
  hint: string | undefined;
}

export interface ThreadData extends BlockContext {
  repository: Repository;
}

/**
 * Each holds a block and all that is made of it, some 100 MB; more of them wait for the writing.
 */
const MOST_THREADS = 4;
/**
 * The memory of a thread for new objects, which live as long as a block: with less room it is
 * copied again and again.
 */
const YOUNG_MEMORY_MB = 32;

interface Thread {
  worker: Worker;
  /** Those who wait for an answer, in order. */
  waiting: PromiseWithResolvers<CheckedBlock | BuiltSegment[]>[];
  /** The reason why it ended; null while it runs. */
  ended: CoraError | null;
}

export function createBlockPool({
  jobs,
  repository,
  chunk,
  workerUrl = new URL('./pull-worker.js', import.meta.url),
  ...context
}: BlockPoolOptions): BlockPool {
  const keeper = createRowKeeper(context);
  const settle = createSettler(chunk, keeper);
  if (jobs <= 0 || !existsSync(fileURLToPath(workerUrl)) || !roomForThread()) {
    const { read, close } = openBlobReader(repository, 0);
    const { artifact, closeAll } = createArtifactOpener();
    const contents = { read, chunk, artifact };
    return {
      width: 1,
      check: async (block) => settle(await keeper.check(block, contents)),
      rest: async () => keeper.rest(),
      close: async () => {
        close();
        closeAll();
        keeper.close();
      },
    };
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
      const answer = answerOf<CheckedBlock>(threadFor(), (worker) => {
        if (Array.isArray(block) || 'file' in block) worker.postMessage(block);
        else postRaw(worker, block);
      });
      return settle(await answer);
    },
    rest: async () => {
      const all = threads.map((thread) => answerOf<BuiltSegment[]>(thread, (worker) => worker.postMessage(REST)));
      return [...(await Promise.all(all)).flat(), ...keeper.rest()];
    },
    close: async () => {
      keeper.close();
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

async function answerOf<T extends CheckedBlock | BuiltSegment[]>(
  { worker, waiting, ended }: Thread,
  post: (worker: Worker) => void,
): Promise<T> {
  if (ended !== null) throw ended;
  const answer = withResolvers();
  waiting.push(answer);
  post(worker);
  return (await answer.promise) as T;
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
    else if ('rest' in answer) next?.resolve(answer.rest);
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
function withResolvers(): PromiseWithResolvers<CheckedBlock | BuiltSegment[]> {
  const out = {} as PromiseWithResolvers<CheckedBlock | BuiltSegment[]>;
  out.promise = new Promise((resolve, reject) => Object.assign(out, { resolve, reject }));
  return out;
}

// Blobs whose offered names hold words that do not stand in them. A parser decodes an escape or a
// percent sign, or drops a mark in the middle of a word, so an honest row can look like that. They
// are few: each is chunked here, and taken where the offered rows are the very ones that come of
// it.

/**
 * The most doubts about an index: of an honest one, one blob in ten thousand is like that: whoever
 * offers more is not worth the time.
 */
const MOST_DOUBTS = 1000;

/**
 * @returns settles one block after the other; what fits now is among what fitted, the others stay
 * refused
 */
function createSettler(chunk: ChunkContent, keeper: RowKeeper): (checked: CheckedBlock) => Promise<CheckedBlock> {
  let left = MOST_DOUBTS;
  return async (checked) => {
    const settled: ChunkRow[][] = [];
    const blobs: CheckedBlob[] = [];
    for (const blob of checked.blobs) {
      const found = left > 0 ? await settledRows(blob, chunk) : null;
      if (found !== null) left -= 1;
      const refused = found === null || found.length === 0 ? null : await keeper.keep(found);
      if (found === null || found.length === 0) blobs.push(blob);
      else if (refused !== null) blobs.push({ ...blob, outcome: { refused } });
      else {
        blobs.push({ ...blob, outcome: { chunkIds: found.map(({ chunkId }) => chunkId) } });
        settled.push(found);
      }
    }
    if (settled.length === 0) return { ...checked, blobs };
    return { ...withRows(checked, settled), blobs };
  };
}

/** @returns null where there is no doubt, nothing where the rows are others */
async function settledRows({ outcome }: CheckedBlob, chunk: ChunkContent): Promise<ChunkRow[] | null> {
  if (typeof outcome === 'string' || !('refused' in outcome) || outcome.doubt === undefined) return null;
  const { blob, content } = outcome.doubt;
  // What its parser cannot read stays refused: the build that follows says why.
  const result = await joinVectors(blob, content, chunk).catch(() => null);
  return result !== null && 'rows' in result ? result.rows : [];
}

/** @param settled rows of one blob after the other */
function withRows(checked: CheckedBlock, settled: readonly ChunkRow[][]): CheckedBlock {
  const statistics = new ViewStatistics(checked.counts);
  const sampler = new RowSampler();
  sampler.take(checked.samples);
  for (const rows of settled) {
    for (const row of rows) {
      statistics.add(row);
      sampler.offer(row);
    }
  }
  return { ...checked, counts: statistics.counts(), samples: sampler.samples };
}
