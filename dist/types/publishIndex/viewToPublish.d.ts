/** The last built view as it is published: a manifest, the list of files, the statistics, and which rows belong to it. */
import { type Manifest } from '../artifact/manifest.ts';
import type { PublishedContent } from '../store/publishedTable.ts';
import type { BlobKey } from '../types.ts';
import { type Workspace } from '../workspace.ts';
export interface ViewToPublish {
    manifest: Manifest;
    manifestText: string;
    content: PublishedContent;
    /** SHA-256 of the statistics. */
    viewDigest: string;
    /** In the order of their first path, with the number of their rows. */
    blobs: ReadonlyMap<BlobKey, number>;
}
/** @param dir the store's folder of the embedder @throws CoraError NO_INDEX, BROKEN_INDEX, USAGE for a shard */
export declare function viewToPublish(dir: string, workspace: Workspace): Promise<ViewToPublish>;
