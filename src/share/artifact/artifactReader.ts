/** An artifact that is open, of whichever version. Types only. */

import type { ArtifactBlob, RawBlock } from './blocks.ts';
import type { ArtifactManifest, FilesMember, PackedCommentary } from './members.ts';
import type { PackedArtifact } from './packedArtifact.ts';
import type { BlobSpan } from './packedRows.ts';

export interface ArtifactReader extends ArtifactRows {
  /** The open file that all of this is read from, whatever its name leads to by now. */
  descriptor: number;
}

export interface ArtifactRows {
  manifest: ArtifactManifest;
  files: FilesMember;
  /** Prose of a language model, as whoever made the artifact says. */
  commentary: PackedCommentary[];
  /**
   * All rows, whole blobs together. To be read to the end: what is wrong there is known only then.
   */
  blocks(): AsyncGenerator<ArtifactBlob[], void, undefined>;
  /**
   * Reads the same for those who decode and check it themselves: see decodeBlock and BlobOrder. One
   * of the two can be read.
   */
  rawBlocks(): AsyncGenerator<RawBlock | BlobSpan, void, undefined>;
  /** Not null from version 2 on. */
  packed: PackedArtifact | null;
}
