/**
 * Looks at a search file whole: whether every byte is as it was written, and every blob of the
 * table is in it once.
 */

import { isCoraError } from '../base/errors.ts';
import type { BlobKey } from '../base/types.ts';
import { checkSections, openSegment } from './searchFile.ts';
import type { SegmentReader } from './segment.ts';
import { type ListedSegment, readSegmentList } from './segmentList.ts';

/**
 * @param wanted the number of rows of each blob in the table; null where there is none, and all
 * rows wait for one
 * @returns what is wrong, in one line; null for a search file that is whole
 */
export async function complaintOfSearchFile(
  dir: string,
  dimensions: number,
  wanted: ReadonlyMap<BlobKey, number> | null,
): Promise<string | null> {
  const list = await readSegmentList(dir);
  if (list === null || list.dimensions !== dimensions) return 'it is not there, or of another version';
  const found = new Map<BlobKey, number>();
  const pending = new Set<BlobKey>();
  let twice = 0;
  for (const listed of list.segments) {
    try {
      const segment = await openSegment(dir, listed, dimensions);
      try {
        await checkSections(segment);
        await segment.prepare();
        await readTexts(segment);
        for (const [key, rows] of livingBlobs(listed, segment)) {
          if (found.has(key)) twice += 1;
          found.set(key, rows);
          if (listed.isPending === true) pending.add(key);
        }
      } finally {
        segment.close();
      }
    } catch (error) {
      if (isCoraError(error) && error.code === 'BROKEN_INDEX') return `${listed.name}.segment is not as it was written`;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return `${listed.name}.segment is not there`;
      throw error;
    }
  }
  const inTable = wanted ?? new Map<BlobKey, number>();
  const lacking = [...inTable].filter(([key, rows]) => found.get(key) !== rows).length;
  const surplus = [...found.keys()].filter((key) => !inTable.has(key) && !pending.has(key)).length;
  if (lacking + surplus + twice === 0) return null;
  return `${lacking} file version(s) of the table are not in it, ${surplus + twice} are too many`;
}

/** Rows whose texts are looked at together. */
const TOGETHER = 4096;

/** Each row has a text and a record. */
async function readTexts(segment: SegmentReader): Promise<void> {
  const { rows, omits } = segment.header;
  await segment.checkEnds();
  if (omits.includes('texts')) return;
  for (let from = 0; from < rows; from += TOGETHER) await segment.rowBytes(from, Math.min(rows, from + TOGETHER));
}

function* livingBlobs({ gone, blobs }: ListedSegment, segment: SegmentReader): Generator<[BlobKey, number]> {
  const dead = new Set(gone);
  for (let blob = 0; blob < blobs; blob++) {
    if (dead.has(blob)) continue;
    const [from, to] = segment.names.rowsOf(blob);
    yield [segment.blobKey(blob), to - from];
  }
}
