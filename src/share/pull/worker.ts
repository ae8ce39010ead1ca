/**
 * The thread that checks blocks: a bundle of its own, pull-worker.js, beside the one that starts
 * it. It does one order after the other.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { sentError } from '../../base/errors.ts';
import { createLazyParsers } from '../../chunk/lazyParsers.ts';
import { createHeapLimit, heapAndBuffers } from '../../disk/nodeRuntime.ts';
import type { BuiltSegment } from '../../engine/joinSegments.ts';
import { openBlobReader } from '../../git/openBlobReader.ts';
import { createArtifactOpener } from '../artifact/readArtifact.ts';
import type { Order, OrderAnswer, ThreadData } from './blockPool.ts';
import { createRowKeeper } from './checkBlock.ts';
import { readDictionary } from './segmentProof.ts';

const port = parentPort;
if (port === null) throw new Error('pull-worker is started by Cora, not by hand');

const { repository, ...context } = workerData as ThreadData;
const { read } = openBlobReader(repository, 0);
const { artifact } = createArtifactOpener();
const collect = createHeapLimit(heapAndBuffers);
const keeper = createRowKeeper(context, { read, artifact, chunk: createLazyParsers().chunk });
let last: Promise<void> = Promise.resolve();
port.on('message', (order: Order) => {
  last = last.then(() => answer(order));
});

async function answer(order: Order): Promise<void> {
  try {
    const { done, buffers } = await obey(order);
    port!.postMessage({ done } satisfies OrderAnswer, buffers);
  } catch (error) {
    port!.postMessage({ error: sentError(error) } satisfies OrderAnswer);
  }
  collect();
}

/** @returns the answer, with buffers of it that are handed over */
async function obey(order: Order): Promise<{ done: unknown; buffers?: ArrayBuffer[] }> {
  if (order.kind === 'prove') return { done: keeper.prove(order.unproven) };
  if (order.kind === 'dictionary') return { done: await readDictionary(order.copy) };
  if (order.kind === 'rest') {
    const segments = keeper.rest();
    return { done: segments, buffers: buffersOf(segments) };
  }
  const checked = await keeper.check(order.block);
  const { hashes, counts } = checked.counts;
  const buffers = [hashes.buffer, counts.buffer, ...buffersOf(checked.segments)] as ArrayBuffer[];
  return { done: checked, buffers };
}

/** Handed over, not copied. Several pieces of a segment may lie in one buffer. */
function buffersOf(segments: readonly BuiltSegment[]): ArrayBuffer[] {
  const pieces = segments.flatMap((segment) => segment.pieces.map(({ buffer }) => buffer));
  return [...new Set(pieces)] as ArrayBuffer[];
}
