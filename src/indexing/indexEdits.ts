/**
 * Rows of files that are not committed yet, kept in the table beside the others: queries then find
 * them there instead of making them again, and so will the commit. Such a row is a function of its
 * blob as any other; what no commit takes goes with the other dead rows.
 */

import { type CoraError, isCoraError } from '../base/errors.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import type { BlobKey, ChunkedBlob, ChunkRow, Embedder, Log, SkipReason, TreeFile } from '../base/types.ts';
import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { withSearchFile } from '../engine/searchFile.ts';
import { type FinishRequest, SearchFileWriter } from '../engine/searchFileWriter.ts';
import { type ChangedRules, changedRules } from '../git/ruleFiles.ts';
import { skipReasonOf } from '../git/skipReasonOf.ts';
import { listTree, selectFiles } from '../git/treeFiles.ts';
import { workingTreeChanges } from '../git/workingTreeChanges.ts';
import { type ChunkStore, withStore } from '../store/openStore.ts';
import { readOutcomes, writeOutcomes } from '../store/state.ts';
import { readCurrentView, viewedBlobs } from '../store/views.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import { callerView } from '../view/callerView.ts';
import { MOST_NEW, ViewMemory } from '../view/moveView.ts';
import { RETENTION_MS, storeDirOf, type Workspace } from '../view/workspace.ts';

export interface EditsRequest {
  workspace: Workspace;
  embedder: Embedder;
  chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
  log: Log;
  signal?: AbortSignal | undefined;
  /** The most that one LanceDB commit takes in, which bounds the memory. */
  batch?: typeof BATCH;
}

export interface IndexedEdits {
  /** File versions that had no rows. */
  blobs: number;
  chunks: number;
}

const LOCK_WAIT_MS = 60_000;
const BATCH = { files: 2_000, bytes: 16_000_000 };

/**
 * True for more edits than a query reads itself. Files that changed rules bring back count, too.
 */
export async function hasManyEdits(request: Pick<EditsRequest, 'workspace' | 'signal'>): Promise<boolean> {
  const { repository, settings, location } = request.workspace;
  if (repository.head === null || repository.worktree === null) return false;
  const changes = await workingTreeChanges(repository, {
    maxFileSize: settings.maxFileSize,
    skip: (path, size, mode) => skipReasonOf(path, size, mode, settings)?.reason ?? null,
    except: location.root,
    signal: request.signal,
  });
  const changed = changes.flatMap(({ file }) => (file === null ? [] : [file]));
  const files = [...changed, ...(await broughtBack(request, changedRules(repository, changes)))];
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return files.length > MOST_NEW.files || bytes > MOST_NEW.bytes;
}

export async function indexManyEdits(request: Omit<EditsRequest, 'chunk'>): Promise<IndexedEdits> {
  const parsers = createLazyParsers();
  try {
    return await indexEdits({ ...request, chunk: parsers.chunk });
  } finally {
    parsers.close();
  }
}

/** Returns the files that only the rules of the working tree let into the index. */
async function broughtBack(
  { workspace, signal }: Pick<EditsRequest, 'workspace' | 'signal'>,
  changed: ChangedRules,
): Promise<TreeFile[]> {
  const { repository, settings } = workspace;
  if (changed.size === 0 || repository.head === null) return [];
  const { tree } = repository.head;
  const all = await listTree(repository, tree, signal);
  const before = await selectFiles(repository, tree, all, settings, { signal });
  const now = await selectFiles(repository, tree, all, settings, { changed, signal });
  const known = new Set(before.files.map(blobKeyOf));
  return now.files.filter((file) => !known.has(blobKeyOf(file)));
}

/** Each batch looks at the working tree anew. @throws CoraError also for what the machine lacks */
export async function indexEdits(request: EditsRequest): Promise<IndexedEdits> {
  const total: IndexedEdits = { blobs: 0, chunks: 0 };
  for (;;) {
    const { rows, rowless, isAll } = await newRows(request);
    const blobs = await addRows(request, rows, rowless);
    total.blobs += blobs;
    total.chunks += rows.length;
    // Nothing was taken in: the next batch would be this one again.
    if (isAll || blobs + rowless.length === 0 || request.signal?.aborted === true) break;
  }
  // Once for all batches: it may rewrite the table.
  if (total.blobs > 0) {
    await writing(request, async (store) => {
      const search = await SearchFileWriter.begin(storeDirOf(request.workspace, request.embedder), store);
      await store.optimize(RETENTION_MS);
      await search.finish(store, await finishOf(request));
    });
  }
  return total;
}

async function newRows({
  workspace,
  embedder,
  chunk,
  signal,
  batch = BATCH,
}: EditsRequest): Promise<{ rows: ChunkRow[]; rowless: [BlobKey, SkipReason][]; isAll: boolean }> {
  const dir = storeDirOf(workspace, embedder);
  let lacking: CoraError | null = null;
  const chunkOrNote: typeof chunk = (bytes, language) =>
    chunk(bytes, language).catch((error: unknown) => {
      if (isCoraError(error) && error.code === 'STORE') lacking = error;
      throw error;
    });
  return withSearchFile(dir, embedder.dimensions, async (store) => {
    const memory = new ViewMemory<Awaited<ReturnType<typeof callerView>>>();
    const here = { workspace, dir, store: Promise.resolve(store), embedder, chunk: chunkOrNote, committed: false };
    const asked = { ...here, most: batch, memory, ...(signal === undefined ? {} : { signal }) };
    const { overlay, freshness } = await callerView(asked);
    // A query answers without the file, and says so; a run has nobody to say it to.
    if (lacking !== null) throw lacking as CoraError;
    // A file that changed while it was read is not what its name says: the next event brings it
    // again.
    const rows = overlay.filter((row) => memory.newBlob(rowKeyOf(row)) !== undefined);
    const rowless = memory.rowless();
    return { rows, rowless, isAll: freshness.missingFiles.length === 0 && freshness.asCommitted.length === 0 };
  });
}

/** @returns how many blobs */
async function addRows(
  request: EditsRequest,
  rows: readonly ChunkRow[],
  rowless: readonly [BlobKey, SkipReason][],
): Promise<number> {
  if (rowless.length > 0) await withLock(request, (dir) => noteRowless(dir, rowless));
  if (rows.length === 0) return 0;
  const keys = new Set(rows.map(rowKeyOf));
  await writing(request, async (store, ensureOwned) => {
    // Another writer may have been faster.
    const there = new Set((await store.rows({ blobs: [...keys] }, ['blobSha', 'language'])).map(rowKeyOf));
    ensureOwned();
    const added = rows.filter((row) => !there.has(rowKeyOf(row)));
    const search = await SearchFileWriter.begin(storeDirOf(request.workspace, request.embedder), store);
    await store.append(added);
    await search.add(added);
    await search.finish(store, await finishOf(request));
  });
  return keys.size;
}

async function noteRowless(dir: string, rowless: readonly [BlobKey, SkipReason][]): Promise<void> {
  const outcomes = await readOutcomes(dir);
  for (const [key, skipped] of rowless) outcomes[key] = { skipped };
  await writeOutcomes(dir, outcomes);
}

async function finishOf({ workspace, embedder }: EditsRequest): Promise<FinishRequest> {
  const dir = storeDirOf(workspace, embedder);
  return { looksAtAll: false, viewed: viewedBlobs(dir, await readCurrentView(dir)) };
}

function writing(
  request: EditsRequest,
  write: (store: ChunkStore, ensureOwned: () => void) => Promise<void>,
): Promise<void> {
  return withLock(request, (dir, ensureOwned) =>
    withStore(dir, request.embedder.dimensions, 'write', (store) => write(store, ensureOwned)),
  );
}

async function withLock(
  { workspace, embedder, log }: EditsRequest,
  work: (dir: string, ensureOwned: () => void) => Promise<void>,
): Promise<void> {
  const dir = storeDirOf(workspace, embedder);
  await withWriteLock(dir, { waitMs: LOCK_WAIT_MS, log }, (lock) => work(dir, lock.ensureOwned));
}
