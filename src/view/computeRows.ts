/**
 * Turns blobs into rows of the table: reads, chunks, embeds and appends them. Everything streams:
 * at any moment a few blobs are being parsed and one batch of rows is in memory, however large the
 * repository is.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type CoraError, isCoraError } from '../base/errors.ts';
import { blobKeyOf, chunkIdOf, contentHashOf, embedTextOf } from '../base/identity.ts';
import type { BlobKey, ChosenFile, ChunkedBlob, ChunkRow, Embedder, PreparedChunk, SkipReason } from '../base/types.ts';
import { roundVector } from '../engine/byteVectors.ts';

export interface ComputeRequest {
  embedder: Embedder;
  files: readonly ChosenFile[];
  /** Yields the bytes of blobs in the given order; null for a blob that the repository lacks. */
  read(blobs: Iterable<string>): AsyncIterable<{ blob: string; bytes: Uint8Array | null }>;
  /** Returns null for binary content. */
  chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
  /** The reason that is reported for a missing blob. */
  absent: 'missing-blob' | 'missing-object';
  /** Returns why these bytes are not indexed, or null. */
  refuse(bytes: Uint8Array): SkipReason | null;
  /** The number of blobs that may be parsed at once; more if they are small. */
  parallel: number;
  /** Returns the vectors that exist for content hashes. Null if there are none at all. */
  vectorsOf: ((contentHashes: readonly string[]) => Promise<Map<string, Float32Array>>) | null;
  /** Stores the rows of one commit, whole blobs only. */
  keep(rows: readonly ChunkRow[]): Promise<void>;
  /** Called when all blobs are chunked; the last rows may still have to be stored. */
  afterChunking(): Promise<void>;
  /** Called after each commit, when its rows may be freed. */
  afterCommit(): void;
  onProgress(done: number, chunks: number): void;
  signal: AbortSignal | undefined;
}

export interface Computed {
  /** The number of vectors that this run computed. */
  embedded: number;
  /** The number of rows of each blob that was chunked. */
  rowCounts: Map<BlobKey, number>;
  outcomes: Map<BlobKey, { skipped?: SkipReason; note?: string }>;
  failed: Map<BlobKey, string>;
  /** The number of blobs that were processed; fewer than all after an abort. */
  done: number;
}

/** One commit has about this many bytes; LanceDB holds its rows in one piece of memory. */
const COMMIT_BYTES = 8_000_000;
/** The number of texts that the embedder gets together. */
const EMBED_BATCH = 512;
/**
 * Small blobs wait for the parsers: so many for each thread, and so many bytes together. They keep
 * the parsers busy while this thread embeds and writes a batch.
 */
const AHEAD = 8;
const AHEAD_BYTES = 1_000_000;
/** If a signal has ended git, it reaches this process within this time. */
const SIGNAL_MS = 50;
/** Vectors that are remembered for equal content in different blobs: 4,000 × 1 kB. */
const REMEMBERED_VECTORS = 4000;

/**
 * @throws CoraError errors of the store, the embedder or the machine; rows of whole blobs that were
 * ready are stored before
 */
export async function computeRows(request: ComputeRequest): Promise<Computed> {
  const out: Computed = { embedded: 0, rowCounts: new Map(), outcomes: new Map(), failed: new Map(), done: 0 };
  const embed = createVectorSource(request, out);
  let waiting: ChunkRow[] = [];
  let ready: ChunkRow[] = [];
  let bytes = 0;
  const embedWaiting = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    ready.push(...(await embed(rows)));
  };
  const commitReady = async (): Promise<void> => {
    const rows = wholeBlobs(ready, waiting);
    ready = ready.slice(rows.length);
    bytes = 0;
    if (rows.length === 0) return;
    await request.keep(rows);
    request.afterCommit();
  };
  let chunks = 0;
  try {
    for await (const { file, result } of chunkedBlobs(request)) {
      const rows = recordOutcome(out, blobKeyOf(file), result, file);
      waiting.push(...rows);
      for (const row of rows) bytes += row.text.length + row.searchText.length + 2 * request.embedder.dimensions;
      out.done += 1;
      chunks += rows.length;
      if (waiting.length >= EMBED_BATCH || bytes >= COMMIT_BYTES) await embedWaiting();
      if (bytes >= COMMIT_BYTES) await commitReady();
      request.onProgress(out.done, chunks);
    }
    await request.afterChunking();
    // After an abort the embedder would refuse.
    if (request.signal?.aborted !== true) await embedWaiting();
  } catch (error) {
    // Ctrl-C in a terminal also ends git, and this process may notice git's end first.
    await sleep(SIGNAL_MS);
    if (request.signal?.aborted !== true) throw error;
  } finally {
    // Also after a failure or an abort: vectors may have cost time or money.
    await commitReady();
  }
  return out;
}

/** Returns the ready rows whose blobs are complete. */
function wholeBlobs(ready: readonly ChunkRow[], waiting: readonly ChunkRow[]): ChunkRow[] {
  const open = waiting[0];
  const cut =
    open === undefined
      ? -1
      : ready.findIndex(({ blobSha, language }) => blobSha === open.blobSha && language === open.language);
  return cut === -1 ? [...ready] : ready.slice(0, cut);
}

type Result = { chunked: ChunkedBlob } | { skipped: SkipReason } | { error: string };
/**
 * The result for a blob. `lacking` is an error of the machine, which ends the run because it says
 * nothing about the blob.
 */
type Outcome = Result | { lacking: CoraError };

/** Yields results in the order of the files. After an abort it stops, still in order. */
async function* chunkedBlobs(request: ComputeRequest): AsyncIterable<{ file: ChosenFile; result: Result }> {
  const pending: { file: ChosenFile; size: number; outcome: Promise<Outcome> }[] = [];
  let pendingBytes = 0;
  const next = async (): Promise<{ file: ChosenFile; result: Result }> => {
    const { file, size, outcome } = pending.shift()!;
    const result = await outcome;
    pendingBytes -= size;
    if ('lacking' in result) throw result.lacking;
    return { file, result };
  };
  let at = 0;
  for await (const { bytes } of request.read(request.files.map(({ blob }) => blob))) {
    if (request.signal?.aborted) break;
    const file = request.files[at++]!;
    const size = bytes?.length ?? 0;
    pending.push({ file, size, outcome: chunkOne(request, file, bytes) });
    pendingBytes += size;
    while (pending.length >= (pendingBytes < AHEAD_BYTES ? AHEAD : 1) * request.parallel) yield await next();
  }
  while (pending.length > 0) yield await next();
}

async function chunkOne(request: ComputeRequest, file: ChosenFile, bytes: Uint8Array | null): Promise<Outcome> {
  if (bytes === null) return { skipped: request.absent };
  const refused = request.refuse(bytes);
  if (refused !== null) return { skipped: refused };
  try {
    const chunked = await request.chunk(bytes, file.language);
    if (chunked === null) return { skipped: 'binary' };
    return chunked.chunks.length === 0 ? { skipped: 'empty' } : { chunked };
  } catch (error) {
    if (isCoraError(error) && ['STORE', 'PLATFORM'].includes(error.code)) return { lacking: error };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function recordOutcome(out: Computed, key: BlobKey, result: Result, file: ChosenFile): ChunkRow[] {
  if ('error' in result) {
    out.failed.set(key, result.error);
    return [];
  }
  if ('skipped' in result) {
    out.outcomes.set(key, { skipped: result.skipped });
    return [];
  }
  const { chunks, note } = result.chunked;
  if (note !== null) out.outcomes.set(key, { note });
  const rows = chunks.map((chunk) => rowOf(chunk, file));
  out.rowCounts.set(key, rows.length);
  return rows;
}

const NO_VECTOR = new Float32Array(0);

/** Turns the chunk object itself into a row without a vector: a copy takes 50 times as long. */
export function rowOf(chunk: PreparedChunk, { blob, language }: { blob: string; language: string }): ChunkRow {
  return Object.assign(chunk, {
    chunkId: chunkIdOf(blob, language, chunk.startByte, chunk.endByte),
    blobSha: blob,
    language,
    contentHash: contentHashOf(embedTextOf(chunk)),
    vector: NO_VECTOR,
  });
}

/**
 * Returns a function that fills in vectors: from this run, from the table, or from the embedder.
 * Equal content is embedded once.
 */
function createVectorSource(
  request: ComputeRequest,
  out: Computed,
): (rows: readonly ChunkRow[]) => Promise<readonly ChunkRow[]> {
  const remembered = new Map<string, Float32Array>();
  return async (rows) => {
    const missing = new Map<string, string>();
    for (const row of rows) if (!remembered.has(row.contentHash)) missing.set(row.contentHash, embedTextOf(row));
    if (request.vectorsOf !== null && missing.size > 0) {
      for (const [hash, vector] of await request.vectorsOf([...missing.keys()])) {
        remembered.set(hash, vector);
        missing.delete(hash);
      }
    }
    if (missing.size > 0) {
      const vectors = await request.embedder.embed([...missing.values()], 'document', request.signal);
      [...missing.keys()].forEach((hash, at) => {
        remembered.set(hash, roundVector(vectors[at]!, vectors[at]));
      });
      out.embedded += vectors.length;
    }
    for (const row of rows) row.vector = remembered.get(row.contentHash)!;
    if (remembered.size > REMEMBERED_VECTORS) remembered.clear();
    return rows;
  };
}
