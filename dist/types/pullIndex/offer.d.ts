/** What a source offers, whatever it is: about the index, its files, and its rows as they come. */
import type { PackedCommentary } from '../artifact/commentaryMember.ts';
import type { Manifest } from '../artifact/manifest.ts';
import type { ArtifactBlob, ArtifactReader } from '../artifact/readArtifact.ts';
import type { ViewPath } from '../storePort.ts';
import type { BlobKey } from '../types.ts';
export interface Offer {
    manifest: Manifest;
    files: readonly ViewPath[];
    /** None of object storage. */
    commentary: readonly PackedCommentary[];
    /**
     * All blobs of the files in the order of their first path. A source that need not read the known ones gives them without rows.
     * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NETWORK
     */
    blocks(known: ReadonlySet<BlobKey>): AsyncIterable<ArtifactBlob[]>;
}
export declare function offerOf(reader: ArtifactReader): Offer;
