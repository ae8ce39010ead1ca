/**
 * Blobs to rows in the table: read, chunk, embed what is new, append. Everything streams: at any
 * moment a few blobs are being parsed and one batch of rows is held, however large the repository
 * is.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type CoraError, isCoraError } from '../base/errors.ts';
import { blobKeyOf, chunkIdOf, contentHashOf, embedTextOf } from '../base/identity.ts';
import type { BlobKey, ChunkedBlob, ChunkRow, Embedder, PreparedChunk, SkipReason, ViewFile } from '../base/types.ts';
import { roundVector } from '../engine/byteVectors.ts';

export interface ComputeRequest {
  embedder: Embedder;
  files: readonly ViewFile[];
  /** Bytes of blobs in the order asked for; null for one that is not in the object database. */
  read(blobs: Iterable<string>): AsyncIterable<{ blob: string; bytes: Uint8Array | null }>;
  /** Null for binary content. */
  chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
  /** The name of the reason for a blob that is not there. */
  absent: 'missing-blob' | 'missing-object';
  /** A reason not to index what the bytes turn out to be. */
  refuse(bytes: Uint8Array): SkipReason | null;
  /** The number of blobs that may be in the parsers at once; more where they are small. */
  parallel: number;
  /** Returns vectors by content hash, of those that are there. Null: there are none. */
  vectorsOf: ((contentHashes: readonly string[]) => Promise<Map<string, Float32Array>>) | null;
  /** Keeps the rows of one commit: whole blobs. */
  keep(rows: readonly ChunkRow[]): Promise<void>;
  /** Called when nothing is left to be chunked, while the last rows are still to be kept. */
  afterChunking(): Promise<void>;
  /** Called after each commit, when its rows are no longer held. */
  afterCommit(): void;
  onProgress(done: number, chunks: number): void;
  signal: AbortSignal | undefined;
}

export interface Computed {
  /** Vectors computed in this run. */
  embedded: number;
  /** By blob that was chunked, the number of its rows. */
  rowCounts: Map<BlobKey, number>;
  outcomes: Map<BlobKey, { skipped?: SkipReason; note?: string }>;
  failed: Map<BlobKey, string>;
  /** Blobs that were reached; less than all after an abort. */
  done: number;
}

/** One commit holds about this much; LanceDB takes a commit's rows in one piece of memory. */
const COMMIT_BYTES = 8_000_000;
/** Texts that go to the embedder together. */
const EMBED_BATCH = 512;
/**
 * Small blobs wait for the parsers, so many for each thread, up to so many bytes together. They
 * keep the parsers busy while a batch is embedded and written here.
 */
const AHEAD = 8;
const AHEAD_BYTES = 1_000_000;
/** The time within which a signal that ended git has reached this process as well. */
const SIGNAL_MS = 50;
/** Vectors remembered for equal content in different blobs: 4,000 × 1 kB. */
const REMEMBERED_VECTORS = 4000;

/**
 * @throws CoraError what the store, the embedder or the machine refuses; rows of whole blobs that
 * were ready are kept
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
    // Once aborted, the embedder would refuse.
    if (request.signal?.aborted !== true) await embedWaiting();
  } catch (error) {
    // A terminal's Ctrl-C ends git, too, and may be heard of a little later than git's end.
    await sleep(SIGNAL_MS);
    if (request.signal?.aborted !== true) throw error;
  } finally {
    // After a failure or an abort too: vectors may have cost time or money.
    await commitReady();
  }
  return out;
}

/** Returns those of the ready rows whose blobs are complete. */
function wholeBlobs(ready: readonly ChunkRow[], waiting: readonly ChunkRow[]): ChunkRow[] {
  const open = waiting[0];
  const cut =
    open === undefined
      ? -1
      : ready.findIndex(({ blobSha, language }) => blobSha === open.blobSha && language === open.language);
  return cut === -1 ? [...ready] : ready.slice(0, cut);
}

type Result = { chunked: ChunkedBlob } | { skipped: SkipReason } | { error: string };
/** The outcome for a blob; trouble of the machine ends the run: it says nothing about the blob. */
type Outcome = Result | { lacking: CoraError };

/** Results in the order of the files. Stops early, in order, when aborted. */
async function* chunkedBlobs(request: ComputeRequest): AsyncIterable<{ file: ViewFile; result: Result }> {
  const pending: { file: ViewFile; size: number; outcome: Promise<Outcome> }[] = [];
  let pendingBytes = 0;
  const next = async (): Promise<{ file: ViewFile; result: Result }> => {
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

async function chunkOne(request: ComputeRequest, file: ViewFile, bytes: Uint8Array | null): Promise<Outcome> {
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

function recordOutcome(out: Computed, key: BlobKey, result: Result, file: ViewFile): ChunkRow[] {
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

/** Makes the chunk itself a row, still without its vector: a copy takes 50 times as long. */
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
 * Fills in vectors: from this run, from the table, else from the embedder. Equal content is
 * embedded once.
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
