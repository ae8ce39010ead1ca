/**
 * The rows of a view into the chunk table of a place: those of blobs that it has are left as they are. Two who publish at once may both
 * add the same blob; so what is there is counted at the end, at one version, and what is not right is written again.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { CoraError, isCoraError } from '../../base/errors.ts';
import type { BlobKey, ChunkRow, Progress } from '../../base/types.ts';
import type { ChunksVersion, WritableChunks } from '../../store/publishedChunks.ts';
import { ROW_COLUMNS } from '../../store/schema.ts';
import type { ChunkStore } from '../../store/storePort.ts';

export interface BringRequest {
  /** The caller's own. */
  from: ChunkStore;
  to: WritableChunks;
  /** The view's blobs in the order of their paths, with the number of rows that each has. */
  wanted: ReadonlyMap<BlobKey, number>;
  /** Versions of the table since then are read by somebody. Milliseconds since 1970. */
  keepSince: number;
  /** Of a table that has grown: blobs that no published view needs any more. */
  surplus(there: ReadonlyMap<BlobKey, number>): Promise<BlobKey[]>;
  onProgress(progress: Progress): void;
  signal?: AbortSignal | undefined;
}

export interface Brought {
  /** Of the chunk table, that holds every row of the view once. */
  version: ChunksVersion;
  /** Blobs and rows that were added, blobs that were there, and blobs that were removed. */
  blobs: { added: number; known: number; removed: number };
  rows: number;
}

const ATTEMPTS = 4;
/** Doubled each time, with as much at random: two who met once do not meet again. Milliseconds. */
const PAUSE_MS = 500;
/** Longer than any upkeep takes. */
const MARGIN_MS = 60 * 60 * 1000;
/** Between two reports of progress. */
const BLOBS_PER_REPORT = 200;
/** One commit holds about this much text: the fewer files, the fewer requests of every reader. */
const COMMIT_BYTES = 64_000_000;

/** @throws CoraError STORE, NETWORK, LOCKED, BROKEN_INDEX, ABORTED */
export async function bringRows(request: BringRequest): Promise<Brought> {
  const { to, wanted } = request;
  await to.settle();
  let there = await to.store.blobKeys();
  const known = [...wanted].filter(([key, rows]) => there.get(key) === rows).length;
  const removed = await request.surplus(there);
  const sum = { blobs: { added: wanted.size - known, known, removed: removed.length }, rows: 0 };
  await unlessLocked(to.store.remove(removed));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const missing = [...wanted].filter(([key, count]) => there.get(key) !== count).map(([key]) => key);
    // A blob with other rows than it should have: somebody else's, twice.
    const isRemoved = await unlessLocked(to.store.remove(missing.filter((key) => there.has(key))));
    if (isRemoved) sum.rows += await append(request, missing);
    // What was not folded in is read one by one until the next push.
    await unlessLocked(to.store.optimize(Date.now() - request.keepSince + MARGIN_MS));
    const version = await to.settle();
    there = await to.store.blobKeys();
    if ([...wanted].every(([key, count]) => there.get(key) === count)) return { version, ...sum };
    await sleep(PAUSE_MS * 2 ** attempt * (1 + Math.random()));
  }
  throw new CoraError('LOCKED', 'Others push to the same place at this moment.', { hint: 'wait, and push again' });
}

/** @returns false where somebody else's commit came between: what is there is looked at again */
async function unlessLocked(action: Promise<void>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if (isCoraError(error) && error.code === 'LOCKED') return false;
    throw error;
  }
}

async function append({ from, to, onProgress, signal }: BringRequest, keys: readonly BlobKey[]): Promise<number> {
  let waiting: ChunkRow[] = [];
  let bytes = 0;
  let rows = 0;
  const commit = async (): Promise<void> => {
    await to.store.append(waiting);
    rows += waiting.length;
    waiting = [];
    bytes = 0;
  };
  let done = 0;
  // In the order of the paths: who reads neighbours later reads one range.
  for await (const { rows: found } of from.rowsByBlob(keys, ROW_COLUMNS)) {
    if (signal?.aborted) throw new CoraError('ABORTED', 'Stopped. The published index is as it was.');
    if (done++ % BLOBS_PER_REPORT === 0)
      onProgress({ phase: 'publish', done: done - 1, total: keys.length, chunks: rows });
    found.sort((a, b) => a.startByte - b.startByte || a.endByte - b.endByte);
    for (const row of found) bytes += row.text.length + row.searchText.length;
    waiting.push(...found);
    if (bytes >= COMMIT_BYTES) await commit();
  }
  if (waiting.length > 0) await commit();
  return rows;
}
