/**
 * Rows that came without a table: a pull checks them and keeps them as segments at once, which are
 * all that questions read. The next `cora index` puts them into the table, without chunking or
 * embedding.
 */

import { rowKeyOf } from '../base/identity.ts';
import type { BlobKey, ChunkRow } from '../base/types.ts';
import { replaceFile, sealJson } from '../disk/replaceFile.ts';
import { ALL_COLUMNS, blobsOf, ifDamaged, isWhole, joinSegments, type WeighedSegment } from './joinSegments.ts';
import type { RowColumn, RowOf } from './rowReader.ts';
import { openSegment } from './searchFile.ts';
import { SECTIONS } from './segmentFile.ts';
import { LIST_FORMAT, type ListedSegment, listFile, readSegmentList } from './segmentList.ts';
import { SegmentRows } from './segmentRows.ts';

/** So many are read as they are: to join them takes longer than all that their questions wait. */
const MOST_WAITING = 8;

/**
 * Lists segments whose files are there already beside those of the store. Blobs that are there keep
 * the rows that they have, and those that are gone stay so. To be used under the write lock.
 */
export async function listPending(dir: string, dimensions: number, came: readonly ListedSegment[]): Promise<void> {
  const list = await readSegmentList(dir);
  const before = list?.dimensions === dimensions ? list : { version: 0, segments: [] };
  const known = new Set<BlobKey>();
  for (const listed of before.segments) {
    const segment = await openSegment(dir, listed, dimensions).catch(ifDamaged);
    if (segment === null) continue;
    const rows = await SegmentRows.open({ segments: [listed], dimensions }, async () => segment, null);
    for (const key of (await rows.blobKeys()).keys()) known.add(key);
    rows.close();
  }
  const added: ListedSegment[] = [];
  for (const listed of came) {
    const segment = await openSegment(dir, listed, dimensions);
    await segment.prepare();
    const before = new Set(listed.gone);
    const gone: number[] = [];
    for (let blob = 0; blob < listed.blobs; blob++)
      if (before.has(blob) || known.has(segment.blobKey(blob))) gone.push(blob);
    segment.close();
    added.push({ ...listed, gone });
  }
  const settled = before.segments.filter((one) => one.isPending === undefined);
  const waiting = [...before.segments.filter((one) => one.isPending === true), ...added].filter(
    ({ gone, blobs }) => gone.length < blobs,
  );
  const pending =
    waiting.length <= MOST_WAITING
      ? waiting
      : await joinSegments({ dir, dimensions, source: null }, waiting.map(weighed));
  const segments = [...settled, ...pending.map((one): ListedSegment => ({ ...one, isPending: true }))];
  await replaceFile(listFile(dir), sealJson({ format: LIST_FORMAT, version: before.version, dimensions, segments }));
}

function weighed(listed: ListedSegment): WeighedSegment {
  return { listed, viewed: listed.rows * (1 - listed.gone.length / Math.max(1, listed.blobs)), others: 0 };
}

/** Tells whether rows wait for a table. */
export async function hasPending(dir: string): Promise<boolean> {
  return ((await readSegmentList(dir))?.segments ?? []).some((one) => one.isPending === true);
}

const COLUMNS = ALL_COLUMNS.filter((column) => column !== 'searchText' && column !== 'tokens');

/** A row without its words, which follow from its text. */
export type PendingRow = Omit<ChunkRow, 'searchText' | 'tokens'>;

/**
 * Brings the rows that wait for a table, blob after blob; those of a segment that is not as it was
 * written are left out.
 */
export async function* pendingRows(dir: string, dimensions: number): AsyncGenerator<readonly PendingRow[]> {
  for await (const batch of scanPending(dir, dimensions, COLUMNS)) yield* blobsOf(batch as ChunkRow[]);
}

/** Returns the number of these rows that each blob has. */
export async function pendingBlobs(dir: string, dimensions: number): Promise<Map<BlobKey, number>> {
  const rows = new Map<BlobKey, number>();
  for await (const batch of scanPending(dir, dimensions, ['blobSha', 'language']))
    for (const row of batch) rows.set(rowKeyOf(row), (rows.get(rowKeyOf(row)) ?? 0) + 1);
  return rows;
}

async function* scanPending<C extends RowColumn>(
  dir: string,
  dimensions: number,
  columns: readonly C[],
): AsyncGenerator<RowOf<C>[]> {
  const list = await readSegmentList(dir);
  if (list === null || list.dimensions !== dimensions) return;
  for (const listed of list.segments.filter((one) => one.isPending === true)) {
    const segment = await openSegment(dir, listed, dimensions).catch(ifDamaged);
    if (segment === null) continue;
    const rows = await SegmentRows.open({ segments: [listed], dimensions }, async () => segment, null);
    try {
      if (await isWhole(segment, SECTIONS)) yield* rows.scan(columns);
    } finally {
      rows.close();
    }
  }
}
