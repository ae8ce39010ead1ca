/**
 * Takes the segment of a packed index as it is, after all that it says was proven: rows by the
 * clone's own blobs, its tables by the rows. The copy that is kept is the one that is proven.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { withOpened } from '../../base/concurrency.ts';
import type { BlobKey } from '../../base/types.ts';
import { writeUnflushed } from '../../disk/replaceFile.ts';
import { damaged } from '../../engine/bytes.ts';
import { openSegment } from '../../engine/searchFile.ts';
import type { SegmentReader } from '../../engine/segment.ts';
import { type ListedSegment, segmentFile } from '../../engine/segmentList.ts';
import { type RowTerms, readRowTerms } from '../../engine/wordsByRow.ts';
import { countTerms, type LivingRows } from '../../view/segmentStatistics.ts';
import { ViewStatistics } from '../../view/statistics.ts';
import { inArtifact, type PackedArtifact } from '../artifact/packedArtifact.ts';
import { mustFit } from '../artifact/packedRows.ts';
import type { SegmentCopy } from './segmentProof.ts';
import { type Staged, type StageRequest, stageRows } from './stageRows.ts';

interface ProveRequest extends StageRequest {
  packed: PackedArtifact;
}

/** With more of it gone, a segment would be written anew by the next build. */
const MOST_KNOWN = 0.3;

/** True if so much of it is new that it is worth a place of its own. */
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

/** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, ABORTED */
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
    for (let blob = 0; blob < blobs; blob++) if (!staged.chunkIds.has(own.blobKey(blob))) gone.push(blob);
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
