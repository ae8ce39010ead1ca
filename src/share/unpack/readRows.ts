/** The rows of an artifact, and at the end the proof that they are those whose digest its manifest names. */

import { CoraError } from '../../base/errors.ts';
import { logicalDigest } from '../../store/logicalDigest.ts';
import { RowsDigest } from '../../view/statistics.ts';
import type { ArtifactBlob } from '../artifact/blocks.ts';
import { chunkerMismatch } from '../artifact/manifest.ts';
import type { ArtifactReader } from '../artifact/readArtifact.ts';

/** To be read to the end. @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export async function* readRows(reader: ArtifactReader): AsyncGenerator<ArtifactBlob[], void, undefined> {
  const mismatch = chunkerMismatch(reader.manifest, 'use the cora that packed it, or pack it again');
  if (mismatch !== null) throw mismatch;
  const sum = new RowsDigest();
  for await (const blobs of reader.blocks()) {
    for (const { rows } of blobs) for (const row of rows) sum.add(row);
    yield blobs;
  }
  checkDigest(reader, sum);
}

/** @param sum of all its rows @throws CoraError BAD_ARTIFACT */
export function checkDigest({ manifest, files }: Pick<ArtifactReader, 'manifest' | 'files'>, sum: RowsDigest): void {
  const { chunks, rowsDigest } = sum;
  const digest = logicalDigest({ files: files.files, chunks, rowsDigest }, manifest.embedder.fingerprint);
  if (digest !== manifest.digest) throw new CoraError('BAD_ARTIFACT', 'its rows are others than its digest says');
}
