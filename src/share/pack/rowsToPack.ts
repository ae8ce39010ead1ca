/** What a pack holds of a store: the last built view and its rows, whole blobs in the order of their first path. */

import { CoraError } from '../../base/errors.ts';
import { blobKeyOf } from '../../base/identity.ts';
import type { ChunkRow, EmbedderInfo, RepoState } from '../../base/types.ts';
import { readState } from '../../store/state.ts';
import type { ChunkStore, ViewPath } from '../../store/storePort.ts';
import { noIndex } from '../../view/noIndex.ts';
import { settingsHash, type Workspace } from '../../view/workspace.ts';
import type { PackedBlob } from '../artifact/rowBlock.ts';

/** All that a packed row is made of; words and statistics are made again from them. */
export const PACKED_COLUMNS = [
  'chunkId',
  'blobSha',
  'language',
  'kind',
  'symbol',
  'scope',
  'signature',
  'nodeType',
  'redacted',
  'frame',
  'startLine',
  'endLine',
  'startByte',
  'endByte',
  'part',
  'parts',
  'parentChunk',
  'text',
  'doc',
  'defines',
  'references',
  'contentHash',
  'vector',
] as const;
export type PackedRow = Pick<ChunkRow, (typeof PACKED_COLUMNS)[number]>;

/** @throws CoraError NO_INDEX */
export async function stateToPack(dir: string, workspace: Workspace, embedder: EmbedderInfo): Promise<RepoState> {
  const state = await readState(dir);
  if (state === null) throw await noIndex(workspace, embedder);
  if (state.optionsHash !== settingsHash(workspace.settings))
    throw new CoraError('NO_INDEX', 'The index was built with other settings (include, exclude, max-file-size).', {
      hint: 'cora index   builds it with those of now',
    });
  return state;
}

/** Sorted anew: an object puts names such as "7" first. */
export function filesOf(state: RepoState): ViewPath[] {
  return Object.entries(state.files)
    .map(([path, { blob, language }]) => ({ path, blob, language }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** @throws CoraError BROKEN_INDEX where rows are missing */
export async function* blobsOf(store: ChunkStore, files: readonly ViewPath[]): AsyncGenerator<PackedBlob<PackedRow>> {
  const byKey = new Map(files.map((file) => [blobKeyOf(file), file]));
  for await (const { key, rows } of store.rowsByBlob([...byKey.keys()], PACKED_COLUMNS)) {
    const { blob, language, path } = byKey.get(key)!;
    if (rows.length === 0) throw broken(`the rows of ${path} are not there`);
    yield { blob, language, rows: rows.sort((a, b) => a.startByte - b.startByte || a.endByte - b.endByte) };
  }
}

export function broken(what: string): CoraError {
  return new CoraError('BROKEN_INDEX', `The index cannot be packed: ${what}.`, {
    hint: 'cora doctor --fix, then cora index',
  });
}
