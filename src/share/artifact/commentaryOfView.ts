/** Commentary that leaves the machine with an artifact: of the view's own contents, and of nothing else of the store. */

import { blobKeyOf, rowKeyOf } from '../../base/identity.ts';
import { openCommentary } from '../../store/commentaryTable.ts';
import type { ChunkStore, ViewPath } from '../../store/storePort.ts';
import type { PackedCommentary } from './commentaryMember.ts';

/** @returns sorted by content hash; none where there is none */
export async function commentaryOfView(
  dir: string,
  store: ChunkStore,
  files: readonly ViewPath[],
): Promise<PackedCommentary[]> {
  const table = await openCommentary(dir, null, 'read');
  if (table === null) return [];
  try {
    const keys = new Set(files.map(blobKeyOf));
    const hashes = new Set<string>();
    for await (const rows of store.scan(['contentHash', 'blobSha', 'language'])) {
      for (const { contentHash, blobSha, language } of rows) {
        if (keys.has(rowKeyOf({ blobSha, language }))) hashes.add(contentHash);
      }
    }
    const rows = await table.scan(['contentHash', 'model', 'prompt', 'text']);
    const own = rows.filter(({ contentHash, text }) => text !== '' && hashes.has(contentHash));
    return own.sort((a, b) => (a.contentHash < b.contentHash ? -1 : 1));
  } finally {
    table.close();
  }
}
