/** What a source offers, whatever it is: about the index, its files, and its rows as they come. */

import type { BlobKey } from '../../base/types.ts';
import type { ViewPath } from '../../store/storePort.ts';
import type { RowsDigest } from '../../view/statistics.ts';
import { BlobOrder } from '../artifact/blocks.ts';
import type { PackedCommentary } from '../artifact/commentaryMember.ts';
import type { Manifest } from '../artifact/manifest.ts';
import type { ArtifactReader } from '../artifact/readArtifact.ts';
import { checkDigest } from '../unpack/readRows.ts';
import type { CheckedBlob, OfferedBlock } from './checkBlock.ts';

export interface Offer {
  manifest: Manifest;
  files: readonly ViewPath[];
  /** None of object storage. */
  commentary: readonly PackedCommentary[];
  /**
   * All blobs of the files in the order of their first path. A source that need not read the known ones gives them without rows.
   * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NETWORK
   */
  blocks(known: ReadonlySet<BlobKey>): AsyncIterable<OfferedBlock>;
  /** Whether the blobs are those that were announced. To be told of all, in their order. @throws CoraError BAD_ARTIFACT */
  take(blob: CheckedBlob): void;
  /** After the last one. @param sum of all rows @throws CoraError BAD_ARTIFACT */
  finish(sum: RowsDigest): void;
}

export function offerOf(reader: ArtifactReader): Offer {
  const { manifest, files } = reader;
  const order = new BlobOrder(files.files, manifest.counts);
  return {
    manifest,
    files: files.files,
    commentary: reader.commentary,
    blocks: () => reader.rawBlocks(),
    take: (blob) => order.take(blob, blob.rows),
    finish: (sum) => {
      order.finish();
      checkDigest(reader, sum);
    },
  };
}
