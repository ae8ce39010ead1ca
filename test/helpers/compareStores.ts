/** What two stores hold, in a form that can be compared. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobKeyOf, rowKeyOf } from '../../src/base/identity.ts';
import { addTo } from '../../src/base/lists.ts';
import type { BlobKey, ChunkRow, RepoState } from '../../src/base/types.ts';
import { prepareChunk } from '../../src/chunk/chunksFrom.ts';
import { pendingRows } from '../../src/engine/joinSegments.ts';
import { openSearchFile } from '../../src/engine/searchFile.ts';
import { openStore } from '../../src/store/openStore.ts';
import { ROW_COLUMNS } from '../../src/store/schema.ts';
import { decodePart, encodeView, type ViewPart, type ViewPath, withChange } from '../../src/store/viewFile.ts';
import { readCurrentView, readView } from '../../src/store/views.ts';
import { storeRoot } from './cora.ts';
import type { TempRepo } from './tempRepo.ts';

/** The folder of the only embedder that the repository has an index of. */
export function storeDir(repo: Pick<TempRepo, 'dir'>): string {
  const [fingerprint] = readdirSync(storeRoot(repo)).filter((name) => /^[0-9a-f]{16}$/.test(name));
  return join(storeRoot(repo), fingerprint!);
}

/** Without the checksum of the file, which times change too; with the list that its parts hold. */
export function readRepoState(dir: string): RepoState {
  const { checksum: _, ...state } = JSON.parse(readFileSync(join(dir, 'repo_state.json'), 'utf8'));
  if (Array.isArray(state.skipped)) return state;
  const read = ({ name }: ViewPart) => decodePart(readFileSync(join(dir, 'views', `${name}.part`)))!;
  const [whole, ...changes] = state.skipped.parts.map(read);
  const { files } = changes.reduce(withChange, whole);
  const skipped = files.map(({ path, blob: reason, language: detail }: ViewPath) => ({
    ...{ path, reason },
    ...(detail === '' ? {} : { detail }),
  }));
  return { ...state, skipped };
}

/** All rows of the table, if there is one, and those that wait for it as it will take them, by chunk id. */
export async function rowsIn(dir: string): Promise<ChunkRow[]> {
  const { dimensions } = readRepoState(dir).embedder;
  const rows: ChunkRow[] = [];
  if (existsSync(join(dir, 'chunks.lance'))) {
    const store = await openStore(dir, dimensions, 'read');
    for await (const batch of store.scan(ROW_COLUMNS)) rows.push(...batch);
    store.close();
  }
  const known = new Set(rows.map(({ chunkId }) => chunkId));
  for await (const waiting of pendingRows(dir, dimensions))
    for (const row of waiting) if (!known.has(row.chunkId)) rows.push({ ...row, ...prepareChunk(row) });
  return rows.sort((a, b) => (a.chunkId < b.chunkId ? -1 : 1));
}

/** All rows of the search file, by chunk id. */
export async function searchRowsIn(dir: string): Promise<ChunkRow[]> {
  const rows = await openSearchFile(dir, readRepoState(dir).embedder.dimensions);
  const found: ChunkRow[] = [];
  for await (const batch of rows.scan(ROW_COLUMNS)) found.push(...batch);
  rows.close();
  return found.sort((a, b) => (a.chunkId < b.chunkId ? -1 : 1));
}

/** The statistics and paths of the last built view, byte by byte, whatever parts hold them. */
export async function currentViewBytes(dir: string): Promise<string> {
  const id = readFileSync(join(dir, 'views', 'current'), 'utf8');
  return `${id} ${encodeView((await readView(dir, id))!).toString('latin1')}`;
}

/** The files of the last built view, with the ids of their chunks. */
export async function indexedFiles(dir: string): Promise<NonNullable<RepoState['files']>> {
  const ids = new Map<BlobKey, string[]>();
  const rows = (await searchRowsIn(dir)).sort((a, b) => a.startByte - b.startByte);
  for (const row of rows) addTo(ids, rowKeyOf(row), row.chunkId);
  const { files } = (await readCurrentView(dir))!;
  return Object.fromEntries(
    files.map(({ path, ...file }) => [path, { ...file, chunks: ids.get(blobKeyOf(file)) ?? [] }]),
  );
}
