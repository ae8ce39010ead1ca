/**
 * Stages the rows of an offer whose blobs the caller has and whose rows the store lacks: they are
 * checked, completed, and written as segments of a search file into a temporary folder. Nothing of
 * the caller's store is touched here.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { withOpened } from '../../base/concurrency.ts';
import { CoraError } from '../../base/errors.ts';
import { blobKeyOf } from '../../base/identity.ts';
import type { BlobKey, Embedder, Progress } from '../../base/types.ts';
import { createHeapLimit, heapAndBuffers } from '../../disk/nodeRuntime.ts';
import { writeUnflushed } from '../../disk/replaceFile.ts';
import { isBuiltIn } from '../../embed/parseEmbedderSpec.ts';
import { damaged } from '../../engine/bytes.ts';
import { roundVector } from '../../engine/byteVectors.ts';
import { type BuiltSegment, saveSegment } from '../../engine/joinSegments.ts';
import { type ListedSegment, openSegment, segmentFile } from '../../engine/searchFile.ts';
import type { SegmentReader } from '../../engine/segment.ts';
import { type RowTerms, readRowTerms } from '../../engine/wordsByRow.ts';
import { countTerms, type LivingRows } from '../../view/segmentStatistics.ts';
import { RowsDigest, ViewStatistics } from '../../view/statistics.ts';
import { inArtifact, type PackedArtifact } from '../artifact/packedArtifact.ts';
import { mustFit } from '../artifact/packedRows.ts';
import type { BlockPool } from './blockPool.ts';
import { type CheckedBlob, type CheckedBlock, RowSampler, type Sample } from './checkBlock.ts';
import type { Offer } from './offer.ts';
import type { SegmentCopy } from './segmentProof.ts';

interface StageRequest {
  offer: Offer;
  known: ReadonlySet<BlobKey>;
  /** An empty folder, for the segments. */
  dir: string;
  pool: BlockPool;
  embedder: Embedder;
  onProgress(progress: Progress): void;
  signal?: AbortSignal;
  /** Begins other work of the caller's thread. It is called once other threads have work, too. */
  meanwhile(): void;
}

/** Tells what of an offer was of use. */
export interface Staged {
  /** Counted over all rows that were staged: a build need not read them again. */
  statistics: ViewStatistics;
  /** By blob, the number of its rows. */
  rowCounts: Map<BlobKey, number>;
  rows: number;
  /** Their files lie in the folder, and no list names them. */
  segments: ListedSegment[];
  /** Blobs whose rows were there already. */
  known: number;
  /** Blobs that this clone does not have. */
  absent: number;
  refused: { path: string; reason: string }[];
}

/**
 * Checks the rows of an offer, and writes those that fit into the folder.
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, ABORTED
 */
export async function stageRows(request: StageRequest): Promise<Staged> {
  const { offer, embedder, onProgress, meanwhile } = request;
  // Returns nothing: if that work fails, whoever waits for it gets the error.
  void nextTurn().then(() => {
    meanwhile();
  });
  const staged: Staged = {
    statistics: new ViewStatistics(embedder.dimensions),
    rowCounts: new Map(),
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
    for (const blob of blobs) record(staged, blob, paths);
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

/** Yields checked blocks in their order, and has as many in work as the threads can use. */
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
  else if (outcome === 'fits') staged.rowCounts.set(key, blob.rows);
  else staged.refused.push({ path: paths.get(key)!, reason: outcome.refused });
}

// Tells whether vectors that somebody else made are those of their texts. To embed all texts would
// be an index run. A sample that nobody can foresee shows a wholesale forgery, and a machine whose
// model gives other bits.

/** Compares sampled vectors with those of the embedder here. @throws CoraError BAD_ARTIFACT */
export async function checkVectors(embedder: Embedder, samples: readonly Sample[]): Promise<void> {
  // Other embedders may give other bits on another machine, or cost something.
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

// Takes the segment of a packed index as it is, after all that it says was proven: rows by the
// clone's own blobs, its tables by the rows. The copy that is kept is the one that is proven.

interface ProveRequest extends StageRequest {
  packed: PackedArtifact;
}

/**
 * The largest share of known rows: with more of them gone, the next build would write the segment
 * anew.
 */
const MOST_KNOWN = 0.3;

/** True if enough of it is new to take the segment as it is. */
export function isMostlyNew({ segment }: PackedArtifact, known: ReadonlySet<BlobKey>): boolean {
  if (known.size === 0) return true;
  let rows = 0;
  for (let blob = 0; blob < segment.header.blobs; blob++) {
    if (!known.has(segment.blobKey(blob))) continue;
    const [from, to] = segment.names.rowsOf(blob);
    rows += to - from;
  }
  return rows <= MOST_KNOWN * segment.header.rows;
}

/**
 * Takes the segment of a packed index, after its rows and tables are proven.
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, ABORTED
 */
export async function takeProven({ packed, ...request }: ProveRequest): Promise<Staged> {
  const { segment, manifest } = packed;
  const { rows, blobs, dimensions } = segment.header;
  const { dir, pool } = request;
  const listed: ListedSegment = { name: manifest.segment!, rows, blobs, bytes: segment.size, gone: [] };
  const copy: SegmentCopy = { dir, listed, dimensions };
  const flush = await inArtifact(() => writeUnflushed(segmentFile(dir, listed.name), segment.pieces()));
  const flushed = flush();
  // It is awaited below; until then its failure must not end the process.
  flushed.catch(() => undefined);
  const opening = inArtifact(() => openSegment(dir, listed, dimensions));
  return withOpened(opening, async (own) => {
    const [dictionary, byRow] = await Promise.all([pool.dictionary(copy), inArtifact(() => readTables(own))]);
    await mustFit(own);
    const words = { ...byRow, dictionary };
    pool.prove({ ...copy, words });
    // All rows are taken, in most cases; the blocks go to other threads first.
    const counting = nextTurn().then(() => inArtifact(() => countTerms(own, null)));
    counting.catch(() => undefined);
    const staged = await stageRows(request);
    const gone: number[] = [];
    for (let blob = 0; blob < blobs; blob++) if (!staged.rowCounts.has(own.blobKey(blob))) gone.push(blob);
    const living = livingRows(own, words, gone);
    const counts = await (living === null ? counting : inArtifact(() => countTerms(own, living)));
    const statistics = new ViewStatistics({ ...staged.statistics.counts(), ...counts });
    return { ...staged, statistics, segments: gone.length < blobs ? [{ ...listed, gone }] : [] };
    // Nobody may remove the folder while something is written into it.
  }).finally(() => flushed);
}

/** Proves that its tables lead to what they name, but for the order of the words. */
async function readTables(segment: SegmentReader): Promise<RowTerms> {
  await segment.prepare();
  await segment.checkEnds();
  if (!segment.names.isSorted()) throw damaged();
  return readRowTerms(segment, () => undefined);
}

function livingRows(segment: SegmentReader, { starts, terms }: RowTerms, gone: readonly number[]): LivingRows | null {
  if (gone.length === 0) return null;
  const { header, names } = segment;
  const isGone = new Uint8Array(header.rows);
  for (const blob of gone) isGone.fill(1, ...names.rowsOf(blob));
  const counts = new Uint32Array(header.terms);
  for (let row = 0; row < header.rows; row++)
    if (isGone[row] === 0) for (let at = starts[row]!; at < starts[row + 1]!; at++) counts[terms[at]!]! += 1;
  return { isLiving: (row) => isGone[row] === 0, counts };
}
