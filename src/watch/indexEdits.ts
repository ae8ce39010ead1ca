/**
 * Rows of files that are not committed yet, kept in the table beside the others: queries then find them there instead of making
 * them again, and so will the commit. Such a row is a function of its blob as any other; what no commit takes goes with the
 * other dead rows.
 */

import { createLazyParsers } from '../chunk/lazyParsers.ts';
import { type CoraError, isCoraError } from '../errors.ts';
import { skipReasonOf } from '../git/skipReasonOf.ts';
import { workingTreeChanges } from '../git/workingTreeChanges.ts';
import { rowKeyOf } from '../identity.ts';
import { MOST_NEW } from '../search/moveView.ts';
import { ViewMemory } from '../search/viewMemory.ts';
import { callerView } from '../search.ts';
import { openStore } from '../store/openStore.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import type { ChunkStore } from '../storePort.ts';
import type { ChunkedBlob, ChunkRow, Embedder, Log } from '../types.ts';
import { RETENTION_MS, storeDirOf, type Workspace } from '../workspace.ts';

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

/** Where there are more of them than a query reads by itself. @returns undefined where there are not */
export async function indexManyEdits(request: Omit<EditsRequest, 'chunk'>): Promise<IndexedEdits | undefined> {
  const { repository, settings, location } = request.workspace;
  if (repository.head === null || repository.worktree === null) return undefined;
  const changes = await workingTreeChanges(repository, {
    maxFileSize: settings.maxFileSize,
    skip: (path, size, mode) => skipReasonOf(path, size, mode, settings)?.reason ?? null,
    except: location.root,
    signal: request.signal,
  });
  const files = changes.flatMap(({ file }) => (file === null ? [] : [file]));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length <= MOST_NEW.files && bytes <= MOST_NEW.bytes) return undefined;
  const parsers = createLazyParsers();
  try {
    return await indexEdits({ ...request, chunk: parsers.chunk });
  } finally {
    parsers.close();
  }
}

/** Batch by batch; each looks at the working tree anew. @throws CoraError also what the machine lacks to chunk a file */
export async function indexEdits(request: EditsRequest): Promise<IndexedEdits> {
  const total: IndexedEdits = { blobs: 0, chunks: 0 };
  for (;;) {
    const { rows, isAll } = await newRows(request);
    const blobs = await addRows(request, rows);
    total.blobs += blobs;
    total.chunks += rows.length;
    // A file without rows stays new; a batch of such files would come again and again.
    if (isAll || blobs === 0 || request.signal?.aborted === true) break;
  }
  // Once for all batches: it may rewrite the table.
  if (total.blobs > 0) await writing(request, (store) => store.optimize(RETENTION_MS));
  return total;
}

async function newRows({
  workspace,
  embedder,
  chunk,
  signal,
  batch = BATCH,
}: EditsRequest): Promise<{ rows: ChunkRow[]; isAll: boolean }> {
  const dir = storeDirOf(workspace, embedder);
  const store = await openStore(dir, embedder.dimensions, 'read');
  let lacking: CoraError | null = null;
  const chunkOrNote: typeof chunk = (bytes, language) =>
    chunk(bytes, language).catch((error: unknown) => {
      if (isCoraError(error) && error.code === 'STORE') lacking = error;
      throw error;
    });
  try {
    const memory = new ViewMemory<Awaited<ReturnType<typeof callerView>>>();
    const here = { workspace, dir, store: Promise.resolve(store), embedder, chunk: chunkOrNote, committed: false };
    const asked = { ...here, most: batch, memory, ...(signal === undefined ? {} : { signal }) };
    const { overlay, freshness } = await callerView(asked);
    // A query answers without the file, and says so; a run has nobody to say it to.
    if (lacking !== null) throw lacking as CoraError;
    // A file that changed while it was read is not what its name says: the next event brings it again.
    const rows = overlay.filter((row) => memory.newBlob(rowKeyOf(row)) !== undefined);
    return { rows, isAll: freshness.missingFiles.length === 0 && freshness.asCommitted.length === 0 };
  } finally {
    store.close();
  }
}

/** @returns how many blobs */
async function addRows(request: EditsRequest, rows: readonly ChunkRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const keys = new Set(rows.map(rowKeyOf));
  await writing(request, async (store, ensureOwned) => {
    // Another writer may have been faster.
    const there = new Set((await store.rows({ blobs: [...keys] }, ['blobSha', 'language'])).map(rowKeyOf));
    ensureOwned();
    await store.append(rows.filter((row) => !there.has(rowKeyOf(row))));
  });
  return keys.size;
}

async function writing(
  { workspace, embedder, log }: EditsRequest,
  write: (store: ChunkStore, ensureOwned: () => void) => Promise<unknown>,
): Promise<void> {
  const dir = storeDirOf(workspace, embedder);
  await withWriteLock(dir, { waitMs: LOCK_WAIT_MS, log }, async (lock) => {
    const store = await openStore(dir, embedder.dimensions, 'write');
    try {
      await write(store, () => lock.ensureOwned());
    } finally {
      store.close();
    }
  });
}
