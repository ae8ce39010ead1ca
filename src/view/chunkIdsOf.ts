/** Which chunks each blob of a view has, for repo_state.json. */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import type { BlobKey, RepoState, View } from '../base/types.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { Computed } from './computeRows.ts';

/** Chunk ids of every blob of the view: from this run, the last state, else the table. In the order of their lines. */
export async function chunkIdsOf(
  store: ChunkStore,
  view: View,
  computed: Computed,
  state: RepoState | null,
): Promise<Map<BlobKey, string[]>> {
  const out = new Map<BlobKey, string[]>();
  for (const file of Object.values(state?.files ?? {})) out.set(blobKeyOf(file), file.chunks);
  for (const [key, ids] of computed.chunkIds) out.set(key, ids);
  const wanted = new Set(view.files.map(blobKeyOf));
  const unknown = [...wanted].filter(
    (key) => !out.has(key) && !computed.outcomes.has(key) && !computed.failed.has(key),
  );
  const rows =
    unknown.length === 0 ? [] : await store.rows({ blobs: unknown }, ['chunkId', 'blobSha', 'language', 'startByte']);
  rows.sort((a, b) => a.startByte - b.startByte);
  for (const { chunkId, blobSha, language } of rows) {
    const key = rowKeyOf({ blobSha, language });
    const ids = out.get(key);
    if (ids === undefined) out.set(key, [chunkId]);
    else ids.push(chunkId);
  }
  for (const key of out.keys()) if (!wanted.has(key)) out.delete(key);
  return out;
}
