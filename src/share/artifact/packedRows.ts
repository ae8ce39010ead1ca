/**
 * Reads the rows of an artifact out of its segment, some blobs at a time. They go through the
 * checks of all rows that somebody else made.
 */

import type { ChunkRow } from '../../base/types.ts';
import { fromFloat16, toFloat16 } from '../../engine/byteVectors.ts';
import type { SearchColumn } from '../../engine/rowReader.ts';
import type { SegmentReader } from '../../engine/segment.ts';
import { badArtifact } from './archive.ts';
import { type ArtifactBlob, checkedBlob } from './blocks.ts';
import type { ArtifactManifest } from './members.ts';
import { inArtifact, type PackedArtifact } from './packedArtifact.ts';

/** Blobs of a segment, one after the other, by their numbers. */
export interface BlobSpan {
  from: number;
  to: number;
}

export const ROWS_PER_SPAN = 2048;
const LEAST_PER_SPAN = 128;
const BYTES_PER_SPAN = 8 * 2 ** 20;

/**
 * Returns all blobs in order, in spans of some thousand rows. The last ones are smaller, so that
 * all threads end together.
 */
export async function blobSpans({ segment, manifest }: PackedArtifact): Promise<BlobSpan[]> {
  const { blobs, rows: all } = segment.header;
  const bytes = (await inArtifact(() => segment.rowNumbers())).column('bytes');
  // Shards have smaller ones: whoever joins them holds one of each.
  const share = Math.max(1 / 16, 1 / (manifest.shard?.count ?? 1));
  const spans: BlobSpan[] = [];
  let from = 0;
  let size = 0;
  for (let to = 1; to <= blobs; to++) {
    const [first, end] = segment.names.rowsOf(to - 1);
    for (let row = first; row < end; row++) size += bytes[row]!;
    const [begin] = segment.names.rowsOf(from);
    const most = Math.min(ROWS_PER_SPAN, Math.max(LEAST_PER_SPAN, (all - begin) / 8));
    if (to < blobs && end - begin < share * most && size < share * BYTES_PER_SPAN) continue;
    spans.push({ from, to });
    from = to;
    size = 0;
  }
  return spans;
}

const OUTLINE: readonly SearchColumn[] = ['kind', 'symbol', 'startLine', 'endLine', 'startByte', 'endByte'];
const WITHOUT_TEXT: readonly SearchColumn[] = [...OUTLINE, 'contentHash', 'vector'];
const WITH_TEXT: readonly SearchColumn[] = [
  ...OUTLINE,
  ...(['scope', 'signature', 'nodeType', 'redacted', 'frame', 'part', 'parts', 'parentChunk'] as const),
  ...(['text', 'doc', 'defines', 'references', 'vector'] as const),
];

type Row = ChunkRow & { vector: Float32Array };

/** @throws CoraError BAD_ARTIFACT for what rows cannot be */
export async function readSpan(
  { segment, manifest }: { segment: SegmentReader; manifest: Pick<ArtifactManifest, 'text'> },
  { from, to }: BlobSpan,
): Promise<ArtifactBlob[]> {
  const [first] = segment.names.rowsOf(from);
  const [, end] = segment.names.rowsOf(to - 1);
  const numbers = Array.from({ length: end - first }, (_, at) => first + at);
  const rows = (await inArtifact(() =>
    segment.columns(numbers, manifest.text ? WITH_TEXT : WITHOUT_TEXT),
  )) as never as Row[];
  await mustFit(segment);
  return Array.from({ length: to - from }, (_, at) => {
    const [begin, last] = segment.names.rowsOf(from + at);
    const own = rows.slice(begin - first, last - first);
    const offered = { blob: segment.shaOf(from + at), language: segment.languageOf(from + at), rows: own };
    return checkedBlob(offered, manifest.text);
  });
}

const fitting = new WeakSet<SegmentReader>();

/**
 * Checks that LanceDB's table can hold the vectors that are no bytes: a number that it cannot hold
 * would come back as another one.
 */
export async function mustFit(segment: SegmentReader): Promise<void> {
  if (fitting.has(segment)) return;
  for (const vector of (await inArtifact(() => segment.vectors())).exceptions()) {
    if (vector.every((value) => Number.isFinite(value) && Object.is(fromFloat16(toFloat16(value)), value))) continue;
    throw badArtifact('one of its vectors holds a value that a vector cannot hold');
  }
  fitting.add(segment);
}
