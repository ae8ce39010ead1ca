/** Segments in memory, of rows that a test spreads over them. */

import { rowKeyOf } from '../../src/base/identity.ts';
import type { BlobKey } from '../../src/base/types.ts';
import type { ListedSegment } from '../../src/engine/searchFile.ts';
import { SegmentReader } from '../../src/engine/segment.ts';
import { type BuiltRow, SegmentBuilder } from '../../src/engine/segmentBuilder.ts';
import { MemoryRanges } from '../../src/engine/segmentFile.ts';
import { SegmentRows } from '../../src/engine/segmentRows.ts';

/** The rows of each blob together, in the order in which the blobs come first. */
export function byBlob(rows: readonly BuiltRow[]): Map<BlobKey, BuiltRow[]> {
  const found = new Map<BlobKey, BuiltRow[]>();
  for (const row of rows) {
    const own = found.get(rowKeyOf(row));
    if (own === undefined) found.set(rowKeyOf(row), [row]);
    else own.push(row);
  }
  return found;
}

export function segmentOf(rows: readonly BuiltRow[], dimensions: number): Buffer {
  const builder = new SegmentBuilder(dimensions);
  for (const blob of byBlob(rows).values()) builder.add(blob);
  return Buffer.concat([...builder.finish()]);
}

export function openBytes(bytes: Uint8Array): Promise<SegmentReader> {
  return SegmentReader.open(new MemoryRanges(bytes));
}

/**
 * Opens a segment of each group of rows, as the list of a search file would have them.
 * @param gone blobs whose rows have gone; those of a blob in several groups are the last ones
 */
export async function rowsInSegments(
  groups: readonly (readonly BuiltRow[])[],
  dimensions: number,
  gone: ReadonlySet<BlobKey> = new Set(),
): Promise<SegmentRows> {
  const keys = groups.map((rows) => [...byBlob(rows).keys()]);
  const segments = groups.map((rows, at): ListedSegment => {
    const isLater = (key: BlobKey): boolean => keys.slice(at + 1).some((later) => later.includes(key));
    const dead = keys[at]!.flatMap((key, blob) => (gone.has(key) || isLater(key) ? [blob] : []));
    return { name: String(at), rows: rows.length, blobs: keys[at]!.length, bytes: 0, gone: dead };
  });
  const open = ({ name }: ListedSegment): Promise<SegmentReader> =>
    openBytes(segmentOf(groups[Number(name)]!, dimensions));
  return SegmentRows.open({ segments, dimensions }, open, null);
}
