/** The last built view as it is published: a manifest, the list of files, the statistics, and which rows belong to it. */

import { CoraError } from '../../base/errors.ts';
import { blobKeyOf } from '../../base/identity.ts';
import type { BlobKey, EmbedderInfo } from '../../base/types.ts';
import type { PublishedContent } from '../../store/publishedTable.ts';
import { encodeView } from '../../store/viewFormat.ts';
import { readView } from '../../store/views.ts';
import { viewIdOf, type Workspace } from '../../view/workspace.ts';
import { encodeFiles } from '../artifact/filesMember.ts';
import { encodeManifest, FILES, type Manifest, parseManifest } from '../artifact/manifest.ts';
import { refuseShard } from '../pack/refuseShard.ts';
import { filesOf, stateToPack } from '../pack/rowsToPack.ts';
import { aboutOf } from '../packIndex.ts';
import { packContent, sha256Of } from '../publishedContent.ts';

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
export async function viewToPublish(dir: string, workspace: Workspace, embedder: EmbedderInfo): Promise<ViewToPublish> {
  const state = await stateToPack(dir, workspace, embedder);
  refuseShard(state.shard);
  const record = await readView(dir, viewIdOf(state.tree, workspace.settings));
  if (record === null) {
    throw new CoraError('BROKEN_INDEX', 'The index has lost the statistics of its last commit.', {
      hint: 'cora index   writes them again',
    });
  }
  const files = filesOf(state);
  const list = encodeFiles({ files, skipped: state.skipped, failed: state.failed.map(({ path }) => path) });
  const view = encodeView(record);
  const member = { name: FILES, size: list.length, sha256: sha256Of(list) };
  const about = { ...aboutOf(state, workspace, true), digest: state.digest, members: [member] };
  const manifestText = encodeManifest(about).toString('utf8');
  const [packedView, packedList] = await Promise.all([packContent(view), packContent(list)]);
  return {
    manifest: parseManifest(Buffer.from(manifestText)),
    manifestText,
    content: { view: packedView, files: packedList },
    viewDigest: sha256Of(view),
    blobs: new Map(files.map((file) => [blobKeyOf(file), state.files[file.path]!.chunks.length])),
  };
}
