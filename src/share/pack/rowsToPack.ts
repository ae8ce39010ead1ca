/**
 * Others get a store as this: the last built view, its rows as whole blobs in the order of their
 * first path, and commentary on them. A shard of an index is given to nobody.
 */

import { CoraError } from '../../base/errors.ts';
import type { CommitRecord } from '../../base/historyTypes.ts';
import { blobKeyOf, rowKeyOf } from '../../base/identity.ts';
import type { ChunkRow, EmbedderInfo, RepoState, Shard } from '../../base/types.ts';
import { hasPending } from '../../engine/pendingSegments.ts';
import type { RowReader } from '../../engine/rowReader.ts';
import { listAncestors } from '../../git/resolveCommit.ts';
import { COMMENTARY_TABLE, COMMIT_TABLE } from '../../store/sideTables.ts';
import { readState } from '../../store/state.ts';
import { currentView, readView, type ViewPath } from '../../store/views.ts';
import { noIndex } from '../../view/noIndex.ts';
import { settingsHash, type Workspace } from '../../view/workspace.ts';
import type { PackedBlob } from '../artifact/blocks.ts';
import type { PackedCommentary } from '../artifact/members.ts';

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
export type StoredRow = Pick<ChunkRow, (typeof PACKED_COLUMNS)[number]>;

/** @throws CoraError NO_INDEX */
export async function stateToPack(dir: string, workspace: Workspace, embedder: EmbedderInfo): Promise<RepoState> {
  const state = await readState(dir);
  if (state === null) throw await noIndex(workspace, embedder);
  if (state.optionsHash !== settingsHash(workspace.settings))
    throw new CoraError('NO_INDEX', 'The index was built with other settings (include, exclude, max-file-size).', {
      hint: 'cora index   builds it with those of now',
    });
  if ((await hasPending(dir)) && (await lacksFiles(dir)))
    throw new CoraError('NO_INDEX', 'The index was pulled, and files that came after it are not indexed yet.', {
      hint: 'cora index   indexes them',
    });
  return state;
}

async function lacksFiles(dir: string): Promise<boolean> {
  const id = await currentView(dir);
  const view = id === null ? null : await readView(dir, id);
  return view?.missing !== undefined;
}

/** Sorted anew: an object puts names such as "7" first. */
export function filesToPack(state: RepoState): ViewPath[] {
  return Object.entries(state.files)
    .map(([path, { blob, language }]) => ({ path, blob, language }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** @throws CoraError BROKEN_INDEX where rows are missing */
export async function* blobsToPack(
  store: RowReader,
  files: readonly ViewPath[],
): AsyncGenerator<PackedBlob<StoredRow>> {
  const byKey = new Map(files.map((file) => [blobKeyOf(file), file]));
  for await (const { key, rows } of store.rowsByBlob([...byKey.keys()], PACKED_COLUMNS)) {
    const { blob, language, path } = byKey.get(key)!;
    if (rows.length === 0) throw cannotPack(`the rows of ${path} are not there`);
    yield { blob, language, rows: rows.sort((a, b) => a.startByte - b.startByte || a.endByte - b.endByte) };
  }
}

export function cannotPack(what: string): CoraError {
  return new CoraError('BROKEN_INDEX', `The index cannot be packed: ${what}.`, {
    hint: 'cora doctor --fix, then cora index',
  });
}

// Commentary that leaves the machine with an artifact: of the view's own contents, and of nothing
// else of the store.

/** @returns sorted by content hash; none where there is none */
export async function commentaryOfView(
  dir: string,
  store: RowReader,
  files: readonly ViewPath[],
): Promise<PackedCommentary[]> {
  const table = await COMMENTARY_TABLE.open(dir, 'read');
  if (table === null) return [];
  const keys = new Set(files.map(blobKeyOf));
  const hashes = new Set<string>();
  for await (const rows of store.scan(['contentHash', 'blobSha', 'language'])) {
    for (const { contentHash, blobSha, language } of rows) {
      if (keys.has(rowKeyOf({ blobSha, language }))) hashes.add(contentHash);
    }
  }
  const rows = table.scan(['contentHash', 'model', 'prompt', 'text']);
  const own = rows.filter(({ contentHash, text }) => text !== '' && hashes.has(contentHash));
  return own.sort((a, b) => (a.contentHash < b.contentHash ? -1 : 1));
}

// Commits that leave the machine with an artifact: those of the packed one's history that the index
// has.

const COMMIT_COLUMNS = [
  ...(['commit', 'parents', 'author', 'email', 'authorDate', 'commitDate', 'subject', 'body', 'files'] as const),
];

/** @param limit so many of the newest @returns newest first; none where there are none */
export async function commitsOfView(
  { repository, location }: Workspace,
  { commit }: Pick<RepoState, 'commit'>,
  limit: number,
): Promise<CommitRecord[]> {
  const table = limit === 0 ? null : await COMMIT_TABLE.open(location.root, 'read');
  if (table === null) return [];
  const rows = new Map(table.scan(COMMIT_COLUMNS).map((row) => [row.commit, row]));
  const history = await listAncestors(repository, { from: commit, limit });
  return history.flatMap((one) => rows.get(one) ?? []);
}

// Refuses to give one shard of an index to others: they get it whole.

/** @throws CoraError USAGE for a shard */
export function refuseShard(shard: Shard | undefined): void {
  if (shard === undefined) return;
  throw new CoraError('USAGE', `The index here is shard ${shard.index} of ${shard.count}.`, {
    hint: 'cora index   completes it; cora merge joins packed shards',
  });
}
