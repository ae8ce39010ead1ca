/** Rows of the caller's view that define or mention names: one look-up in the full-text index for all of them. */

import { rowKeyOf } from '../base/identity.ts';
import type { BlobKey } from '../base/types.ts';
import { joinedName } from '../base/words.ts';
import type { ChunkStore } from '../store/openStore.ts';
import type { CallerView, ViewedFile } from '../view/callerView.ts';

export interface SymbolContext {
  store: ChunkStore;
  view: CallerView;
}

/** A name that more chunks than this mention says nothing. */
const MOST_ROWS = 20_000;
/** Names looked up at once. */
const BATCH = 100;

/**
 * @param prefix DEFINES or REFERS of words.ts
 * @returns ids of rows in the table, and keys of the blobs that hold them or rows in memory
 */
export async function rowsOfName(
  { store, view }: SymbolContext,
  prefix: string,
  names: Iterable<string>,
): Promise<{ chunkIds: string[]; keys: Set<BlobKey> }> {
  const tokens = new Set([...names].map((name) => prefix + joinedName(name)).filter((token) => token !== prefix));
  const chunkIds: string[] = [];
  const keys = new Set<BlobKey>();
  const all = [...tokens];
  for (let at = 0; at < all.length; at += BATCH) {
    for (const row of await store.rowsWithTerms(all.slice(at, at + BATCH), MOST_ROWS)) {
      const key = rowKeyOf(row);
      if (!view.byBlob.has(key)) continue;
      chunkIds.push(row.chunkId);
      keys.add(key);
    }
  }
  for (const row of view.overlay) {
    if (row.searchText.split(' ').some((word) => tokens.has(word))) keys.add(rowKeyOf(row));
  }
  return { chunkIds: [...new Set(chunkIds)], keys };
}

export function filesOf({ view }: SymbolContext, key: BlobKey): readonly ViewedFile[] {
  return view.byBlob.get(key) ?? [];
}
