/**
 * A packed index that answers questions where it lies: nothing is unpacked, and no table is made.
 * Such an index shows what whoever packed it says.
 */

import { stat } from 'node:fs/promises';
import { CoraError } from '../base/errors.ts';
import type { CommitRecord } from '../base/historyTypes.ts';
import type { EmbedderInfo } from '../base/types.ts';
import type { ByteRanges } from '../engine/segmentFile.ts';
import { SegmentRows } from '../engine/segmentRows.ts';
import { type CallerView, viewAlone } from '../view/callerView.ts';
import { numbersOf } from '../view/statistics.ts';
import { chunkerMismatch } from './artifact/members.ts';
import { inArtifact, isSearchable, openPackedArtifact } from './artifact/packedArtifact.ts';
import { openRanges, refusalNaming } from './artifact/readArtifact.ts';

export interface IndexInPlace {
  embedder: EmbedderInfo;
  view: CallerView;
  /** To be closed. */
  rows: SegmentRows;
}

/**
 * @returns null for what is no packed index that can be searched as it is
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX
 */
export async function openInPlace(path: string): Promise<IndexInPlace | null> {
  const isFile = (await stat(path).catch(() => null))?.isFile() === true;
  const ranges = isFile ? await openRanges(path) : null;
  if (ranges === null) return null;
  try {
    const index = await openIndexIn(ranges);
    if (index === null) ranges.close();
    return index;
  } catch (error) {
    ranges.close();
    throw refusalNaming(path, error);
  }
}

/**
 * The commits that came with a packed index, newest first.
 * @throws CoraError NO_INDEX where it has none, BAD_ARTIFACT, INCOMPATIBLE_INDEX
 */
export async function readPackedCommits(path: string): Promise<CommitRecord[]> {
  const isFile = (await stat(path).catch(() => null))?.isFile() === true;
  const ranges = isFile ? await openRanges(path) : null;
  try {
    const commits = ranges === null ? null : await (await openPackedArtifact(ranges)).commits();
    if (commits !== null) return commits;
  } catch (error) {
    throw refusalNaming(path, error);
  } finally {
    ranges?.close();
  }
  throw new CoraError('NO_INDEX', `${path} holds no commits.`, {
    hint: 'cora pack   takes those that are indexed: cora index --history N',
  });
}

async function openIndexIn(ranges: ByteRanges): Promise<IndexInPlace | null> {
  const artifact = await openPackedArtifact(ranges);
  if (!isSearchable(artifact)) return null;
  const { manifest, view, segment } = artifact;
  const mismatch = chunkerMismatch(manifest, 'use the cora that packed it, or pack it again');
  if (mismatch !== null) throw mismatch;
  const { embedder, commit, repository, shard } = manifest;
  const about = { commit, repository, files: view.files, ...(shard === undefined ? {} : { shard }) };
  const frequency = await inArtifact(() => segment.frequencies());
  return {
    embedder,
    view: viewAlone(about, numbersOf(view.totals, frequency)),
    rows: await SegmentRows.of(segment),
  };
}
