/**
 * Makes the segment of an artifact, with all rows of a view in the order of their first paths. Its
 * bytes do not depend on how the rows lay in their store: so whoever has the rows can check a
 * segment.
 */

import { blobKeyOf, chunkIdOf } from '../../base/identity.ts';
import type { BlobKey, Chunk } from '../../base/types.ts';
import { prepareChunk } from '../../chunk/chunksFrom.ts';
import type { PieceKeeper, Pieces } from '../../engine/bytes.ts';
import { checkSections, DigestOfPieces, nameByContent } from '../../engine/searchFile.ts';
import { type BuiltRow, SegmentBuilder } from '../../engine/segmentBuilder.ts';
import type { TakenRow } from '../../engine/wordsByRow.ts';
import { TotalsOfRows, type ViewTotals } from '../../view/statistics.ts';
import { badArtifact } from './archive.ts';
import type { ArtifactBlob, BlockRow, PackedBlob } from './blocks.ts';
import type { ArtifactManifest } from './members.ts';
import { inArtifact, omissionsOf, type PackedArtifact } from './packedArtifact.ts';

export type RowWithVector = BlockRow & { vector: Float32Array };

export interface MadeSegment {
  segment: Pieces;
  totals: ViewTotals;
  /** Blobs in which secrets were written over. */
  redacted: BlobKey[];
}

/** A row, with its words where these are taken from another segment. */
export type RowToPack = RowWithVector & { words?: TakenRow | undefined };

/**
 * @param blobsFor gives the blobs in their order, whole, with words in the numbers of this builder
 * @param newKeeper as in SegmentBuilder
 */
export async function makeSegment(
  about: Pick<ArtifactManifest, 'text' | 'embedder'>,
  blobsFor: (builder: SegmentBuilder) => AsyncIterable<PackedBlob<RowToPack>>,
  newKeeper: () => PieceKeeper,
): Promise<MadeSegment> {
  const builder = new SegmentBuilder(about.embedder.dimensions, omissionsOf(about), newKeeper);
  const totals = new TotalsOfRows(about.embedder.dimensions);
  const redacted: BlobKey[] = [];
  for await (const blob of blobsFor(builder)) {
    const rows = blob.rows.map((row) => packedRow(blob, row, about.text));
    for (const row of rows) {
      totals.add(row);
      const words = row.counted?.words ?? row.searchText.split(' ').length;
      totals.addWords({ tokens: row.tokens, words });
    }
    builder.add(rows);
    if (rows.some((row) => row.redacted !== '')) redacted.push(blobKeyOf(blob));
  }
  return { segment: builder.finish(), totals, redacted };
}

/** The fields of a chunk without text, beside its outline. */
const NO_TEXT = {
  ...{ scope: [], signature: '', nodeType: '', redacted: '', frame: '', part: 1, parts: 1, parentChunk: '' },
  ...{ text: '', doc: '', defines: [], references: [], searchText: '', tokens: 0 },
};

/** Words that a row does not bring are made of its text. */
function packedRow(
  { blob, language }: Pick<PackedBlob<unknown>, 'blob' | 'language'>,
  { contentHash, vector, words, ...row }: RowToPack,
  withText: boolean,
): BuiltRow {
  const chunkId = chunkIdOf(blob, language, row.startByte, row.endByte);
  const { kind, symbol, startLine, endLine, startByte, endByte } = row;
  const outline = { kind, symbol, startLine, endLine, startByte, endByte };
  const made = words === undefined && withText ? prepareChunk(row as Chunk) : null;
  const whole = made ?? { ...NO_TEXT, ...(words === undefined ? outline : row), ...words };
  return { ...whole, chunkId, blobSha: blob, language, contentHash, vector };
}

export function rowOfArtifact({ chunk, outline, contentHash, vector }: ArtifactBlob['rows'][number]): RowWithVector {
  return { ...(chunk ?? outline), contentHash, vector };
}

/** Holds an artifact's tables and sums against its rows. @throws CoraError BAD_ARTIFACT */
export async function proveSegment(
  { manifest, view, segment: own }: PackedArtifact,
  blobs: AsyncIterable<readonly ArtifactBlob[]>,
): Promise<void> {
  await inArtifact(() => checkSections(own));
  const { segment, totals, redacted } = await makeSegment(
    manifest,
    () => rowsOf(blobs),
    () => new DigestOfPieces(),
  );
  const [lead] = segment;
  if (nameByContent(lead!) !== manifest.segment || segment.size !== own.size)
    throw badArtifact('its search tables are others than its rows give');
  const isSame = (a: ArrayLike<number>, b: ArrayLike<number>): boolean =>
    a.length === b.length && Array.from(a).every((value, at) => value === b[at]);
  const { chunks, tokens, words, vectorSum, rowsDigest } = view.totals;
  if (
    !isSame([chunks, tokens, words], [totals.chunks, totals.tokens, totals.words]) ||
    !isSame(vectorSum, totals.vectorSum) ||
    !isSame(rowsDigest, totals.rowsDigest) ||
    view.redacted.join() !== redacted.sort().join()
  ) {
    throw badArtifact('the sums of its view are others than those of its rows');
  }
}

async function* rowsOf(
  blobs: AsyncIterable<readonly ArtifactBlob[]>,
): AsyncGenerator<PackedBlob<RowWithVector>, void, undefined> {
  for await (const some of blobs)
    for (const { blob, language, rows } of some) yield { blob, language, rows: rows.map(rowOfArtifact) };
}
