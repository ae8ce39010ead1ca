/**
 * Takes the segment of a packed index as it is, after all that it says was proven: rows by the
 * clone's own blobs, its tables by the rows. The copy that is kept is the one that is proven.
 */

import type { BlobKey } from '../../base/types.ts';
import { replaceFile } from '../../disk/replaceFile.ts';
import { damaged } from '../../engine/bytes.ts';
import { checkSections, openSegment } from '../../engine/searchFile.ts';
import type { SegmentReader } from '../../engine/segment.ts';
import { type ListedSegment, segmentFile } from '../../engine/segmentList.ts';
import { readWordsByRow, type WordsByRow } from '../../engine/wordsByRow.ts';
import { type LivingRows, statisticsOfSegment } from '../../view/segmentStatistics.ts';
import { inArtifact, type PackedArtifact } from '../artifact/packedArtifact.ts';
import { mustFit } from '../artifact/packedRows.ts';
import type { BlockPool } from './blockPool.ts';
import type { Unproven } from './segmentProof.ts';
import { type Staged, type StageRequest, stageRows } from './stageRows.ts';

interface ProveRequest extends Omit<StageRequest, 'pool'> {
  packed: PackedArtifact;
  poolFor(unproven: Unproven): BlockPool;
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
export async function takeProven({ packed, poolFor, ...request }: ProveRequest): Promise<Staged> {
  const { segment, manifest } = packed;
  const { rows, blobs, dimensions } = segment.header;
  const { dir } = request;
  const listed: ListedSegment = { name: manifest.segment!, rows, blobs, bytes: segment.size, gone: [] };
  await inArtifact(() => replaceFile(segmentFile(dir, listed.name), segment.pieces()));
  const own = await inArtifact(() => openSegment(dir, listed, dimensions));
  try {
    const words = await inArtifact(() => readTables(own));
    await mustFit(own);
    const pool = poolFor({ dir, listed, dimensions, words });
    const staged = await stageRows({ ...request, pool }).finally(() => pool.close());
    const gone: number[] = [];
    for (let blob = 0; blob < blobs; blob++) if (!staged.chunkIds.has(own.blobKey(blob))) gone.push(blob);
    const living = livingRows(own, words, gone);
    const statistics = await inArtifact(() => statisticsOfSegment(staged.statistics.counts(), own, living));
    return { ...staged, statistics, segments: gone.length < blobs ? [{ ...listed, gone }] : [] };
  } finally {
    own.close();
  }
}

/** Proves that its tables lead to what they name. */
async function readTables(segment: SegmentReader): Promise<WordsByRow> {
  await checkSections(segment);
  await segment.prepare();
  await segment.checkEnds();
  if (!segment.names.isSorted()) throw damaged();
  return readWordsByRow(segment);
}

function livingRows(segment: SegmentReader, { starts, terms }: WordsByRow, gone: readonly number[]): LivingRows | null {
  if (gone.length === 0) return null;
  const { header, names } = segment;
  const isGone = new Uint8Array(header.rows);
  for (const blob of gone) isGone.fill(1, ...names.rowsOf(blob));
  const counts = new Uint32Array(header.terms);
  for (let row = 0; row < header.rows; row++)
    if (isGone[row] === 0) for (let at = starts[row]!; at < starts[row + 1]!; at++) counts[terms[at]!]! += 1;
  return { isLiving: (row) => isGone[row] === 0, counts };
}
