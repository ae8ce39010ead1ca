/**
 * Blobs whose offered names hold words that do not stand in them. A parser decodes an escape or a percent sign, or drops a mark in the
 * middle of a word, so an honest row can look like that. They are few: each is chunked here, and taken where the offered
 * rows are the very ones that come of it.
 */

import type { ChunkRow } from '../../base/types.ts';
import { RowEncoder } from '../../store/rowEncoder.ts';
import { ViewStatistics } from '../../view/statistics.ts';
import type { CheckedBlob, CheckedBlock } from './checkBlock.ts';
import { type ChunkContent, joinVectors } from './joinVectors.ts';
import { RowSampler } from './sampleRows.ts';

/** Of an honest index one blob in ten thousand is like that: whoever offers more is not worth the time. */
const MOST_DOUBTS = 1000;

/** @returns settles one block after the other; what fits now is among what fitted, the others stay refused */
export function createSettler(
  chunk: ChunkContent,
  dimensions: number,
): (checked: CheckedBlock) => Promise<CheckedBlock> {
  let left = MOST_DOUBTS;
  return async (checked) => {
    const rows: ChunkRow[] = [];
    const blobs: CheckedBlob[] = [];
    for (const blob of checked.blobs) {
      const found = left > 0 ? await rowsOf(blob, chunk) : null;
      if (found !== null) left -= 1;
      if (found === null || found.length === 0) blobs.push(blob);
      else blobs.push({ ...blob, outcome: { chunkIds: found.map(({ chunkId }) => chunkId) } });
      rows.push(...(found ?? []));
    }
    return rows.length === 0 ? checked : { ...withRows(checked, rows, dimensions), blobs };
  };
}

/** @returns null where there is no doubt, nothing where the rows are others */
async function rowsOf({ outcome }: CheckedBlob, chunk: ChunkContent): Promise<ChunkRow[] | null> {
  if (typeof outcome === 'string' || !('refused' in outcome) || outcome.doubt === undefined) return null;
  const { blob, content } = outcome.doubt;
  // What its parser cannot read stays refused: the build that follows says why.
  const result = await joinVectors(blob, content, chunk).catch(() => null);
  return result !== null && 'rows' in result ? result.rows : [];
}

function withRows(checked: CheckedBlock, rows: readonly ChunkRow[], dimensions: number): CheckedBlock {
  const statistics = new ViewStatistics(checked.counts);
  const encoder = new RowEncoder(dimensions, rows.length);
  const sampler = new RowSampler();
  sampler.take(checked.samples);
  for (const row of rows) {
    statistics.add(row);
    encoder.add(row);
    sampler.offer(row);
  }
  const encoded = [...checked.encoded, ...encoder.finish()];
  return { ...checked, counts: statistics.counts(), encoded, samples: sampler.samples };
}
