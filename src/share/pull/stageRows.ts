/**
 * The rows of an offer that the caller has the blobs of and the store has not: checked, made whole,
 * and written as segments of a search file into a
 * temporary folder. Nothing of the caller's store is touched here.
 */

import { CoraError } from '../../base/errors.ts';
import { blobKeyOf } from '../../base/identity.ts';
import type { BlobKey, Embedder, Progress } from '../../base/types.ts';
import { createHeapLimit, heapAndBuffers } from '../../disk/nodeRuntime.ts';
import { isBuiltIn } from '../../embed/parseEmbedderSpec.ts';
import { type BuiltSegment, saveSegment } from '../../engine/joinSegments.ts';
import type { ListedSegment } from '../../engine/segmentList.ts';
import { roundVector } from '../../engine/vectorForm.ts';
import { RowsDigest, ViewStatistics } from '../../view/statistics.ts';
import type { BlockPool } from './blockPool.ts';
import { type CheckedBlob, type CheckedBlock, RowSampler, type Sample } from './checkBlock.ts';
import type { Offer } from './offer.ts';

export interface StageRequest {
  offer: Offer;
  /** Blobs whose rows the store has. */
  known: ReadonlySet<BlobKey>;
  /** An empty folder, for the segments. */
  dir: string;
  pool: BlockPool;
  embedder: Embedder;
  onProgress(progress: Progress): void;
  signal?: AbortSignal;
}

/** Tells what of an offer was of use. */
export interface Staged {
  /** Counted over all rows that were staged, and their ids: a build need not read them again. */
  statistics: ViewStatistics;
  chunkIds: Map<BlobKey, string[]>;
  rows: number;
  /** Their files lie in the folder, and no list names them. */
  segments: ListedSegment[];
  /** Blobs whose rows were there already. */
  known: number;
  /** Blobs that this clone does not have. */
  absent: number;
  refused: { path: string; reason: string }[];
}

/** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, ABORTED */
export async function stageRows(request: StageRequest): Promise<Staged> {
  const { offer, embedder, onProgress } = request;
  const staged: Staged = {
    statistics: new ViewStatistics(embedder.dimensions),
    chunkIds: new Map(),
    rows: 0,
    segments: [],
    known: 0,
    absent: 0,
    refused: [],
  };
  const paths = new Map(offer.files.map((file) => [blobKeyOf(file), file.path]));
  const sum = new RowsDigest();
  const sampler = new RowSampler();
  let done = 0;
  const save = async (segments: readonly BuiltSegment[]): Promise<void> => {
    for (const segment of segments) staged.segments.push(await saveSegment(request.dir, segment));
  };
  // The next blocks are checked while the last ones are written.
  const collect = createHeapLimit(heapAndBuffers);
  for await (const { blobs, counts, segments, ...block } of checkedBlocks(request)) {
    sum.addSum(block.sum);
    for (const blob of blobs) {
      offer.take(blob);
      record(staged, blob, paths);
    }
    staged.rows += counts.chunks;
    staged.statistics.addCounts(counts);
    sampler.take(block.samples);
    await save(segments);
    collect();
    done += blobs.length;
    onProgress({ phase: 'check', done, total: paths.size, chunks: staged.rows });
  }
  offer.finish(sum);
  await save(await request.pool.rest());
  await checkVectors(embedder, sampler.samples);
  return staged;
}

/** In the order of the blocks, with as many at once as the threads can use. */
async function* checkedBlocks({ offer, known, pool, signal }: StageRequest): AsyncGenerator<CheckedBlock> {
  const pending: Promise<CheckedBlock>[] = [];
  for await (const block of offer.blocks(known)) {
    if (signal?.aborted) throw new CoraError('ABORTED', 'Stopped. Nothing was added to the index.');
    const checked = pool.check(block);
    // It is awaited below, unless an earlier one fails.
    checked.catch(() => undefined);
    pending.push(checked);
    if (pending.length >= pool.width) yield await pending.shift()!;
  }
  while (pending.length > 0) yield await pending.shift()!;
}

function record(staged: Staged, { outcome, ...blob }: CheckedBlob, paths: ReadonlyMap<BlobKey, string>): void {
  const key = blobKeyOf(blob);
  if (outcome === 'known') staged.known += 1;
  else if (outcome === 'absent') staged.absent += 1;
  else if ('refused' in outcome) staged.refused.push({ path: paths.get(key)!, reason: outcome.refused });
  else staged.chunkIds.set(key, outcome.chunkIds);
}

// Tells whether vectors that somebody else made are those of their texts. All of them would be an
// index run; some, which nobody can foresee, tell a wholesale forgery and a machine whose model
// gives other bits.

/** @throws CoraError BAD_ARTIFACT */
export async function checkVectors(embedder: Embedder, samples: readonly Sample[]): Promise<void> {
  // Others may give other bits on another machine, or cost something.
  if (!isBuiltIn(embedder.id) || samples.length === 0) return;
  const vectors = await embedder.embed(
    samples.map(({ text }) => text),
    'document',
  );
  const wrong = samples.findIndex(({ vector }, at) => !isSame(roundVector(vectors[at]!), vector));
  if (wrong === -1) return;
  throw new CoraError('BAD_ARTIFACT', `its vectors are not those that ${embedder.id} gives here`, {
    hint: 'cora index   computes them here',
  });
}

function isSame(a: Float32Array, b: Float32Array): boolean {
  return a.length === b.length && a.every((value, at) => Object.is(value, b[at]));
}
