/**
 * The rows of an artifact that the caller has the blobs of and the store has not: checked, made whole, and written into a
 * table in a temporary folder. Nothing of the caller's store is touched here.
 */

import { type ArtifactBlob, blobsInOrder } from '../artifact/readArtifact.ts';
import { createHeapLimit } from '../build/limitHeap.ts';
import { CoraError } from '../errors.ts';
import { readBlobs } from '../git/readBlobs.ts';
import type { Repository } from '../git/repository.ts';
import { blobKeyOf } from '../identity.ts';
import { ViewStatistics } from '../query/statistics.ts';
import { openStore } from '../store/openStore.ts';
import type { BlobKey, ChunkedBlob, ChunkRow, Progress } from '../types.ts';
import type { SpotCheck } from './createSpotCheck.ts';
import { joinVectors } from './joinVectors.ts';
import type { Offer } from './offer.ts';
import { type Verified, verifyBlob } from './verifyBlob.ts';

export interface StageRequest {
  offer: Offer;
  repository: Repository;
  /** Blobs whose rows the store has. */
  known: ReadonlySet<BlobKey>;
  /** An empty folder, for the table. */
  dir: string;
  /** For an artifact without text: the caller's own parser. */
  chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
  spotCheck: SpotCheck;
  onProgress(progress: Progress): void;
  signal?: AbortSignal;
}

/** What of an artifact was of use. */
export interface Staged {
  /** Counted over all rows that were staged, and their ids: a build need not read them again. */
  statistics: ViewStatistics;
  chunkIds: Map<BlobKey, string[]>;
  rows: number;
  /** Blobs whose rows were there already. */
  known: number;
  /** Blobs that this clone does not have. */
  absent: number;
  refused: { path: string; reason: string }[];
}

/** One commit of the table holds about this much text. */
const COMMIT_BYTES = 8_000_000;

/** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, ABORTED */
export async function stageRows(request: StageRequest): Promise<Staged> {
  const { offer, known, dir, spotCheck } = request;
  const { dimensions } = offer.manifest.embedder;
  const staged: Staged = {
    statistics: new ViewStatistics(dimensions),
    chunkIds: new Map(),
    rows: 0,
    known: 0,
    absent: 0,
    refused: [],
  };
  const paths = new Map(offer.files.map((file) => [blobKeyOf(file), file.path]));
  const store = await openStore(dir, dimensions, 'write');
  const contents = contentsOf(request);
  const collect = createHeapLimit(() => process.memoryUsage().heapUsed);
  let waiting: ChunkRow[] = [];
  let bytes = 0;
  let done = 0;
  // The next rows are checked while the last ones are written.
  let writing: Promise<void> = Promise.resolve();
  const commit = async (): Promise<void> => {
    await writing;
    writing = store.append(waiting);
    writing.catch(() => undefined);
    waiting = [];
    bytes = 0;
    collect();
  };
  try {
    for await (const blobs of offer.blocks(known)) {
      if (request.signal?.aborted) throw new CoraError('ABORTED', 'Stopped. Nothing was added to the index.');
      const wanted = blobs.filter((blob) => !known.has(blobKeyOf(blob)));
      staged.known += blobs.length - wanted.length;
      for await (const { blob, rows } of checked(request, wanted, contents, staged, paths)) {
        staged.chunkIds.set(
          blobKeyOf(blob),
          rows.map(({ chunkId }) => chunkId),
        );
        staged.rows += rows.length;
        for (const row of rows) {
          staged.statistics.add(row);
          spotCheck.offer(row);
          bytes += row.text.length + row.searchText.length;
          waiting.push(row);
        }
        if (bytes >= COMMIT_BYTES) await commit();
      }
      done += blobs.length;
      request.onProgress({ phase: 'check', done, total: paths.size, chunks: staged.rows });
    }
    await commit();
    await writing;
    await spotCheck.run();
  } finally {
    await Promise.all([contents.return(), writing.catch(() => undefined)]);
    store.close();
  }
  return staged;
}

/** The caller's blobs in the order of the rows, from one git process. */
function contentsOf({ offer, known, repository }: StageRequest): ReturnType<typeof readBlobs> {
  const keys = blobsInOrder(offer.files).filter((key) => !known.has(key));
  return readBlobs(
    repository,
    keys.map((key) => key.slice(0, key.indexOf(':'))),
  );
}

type Checked = { blob: ArtifactBlob; verified: Verified | null };

/** A block at a time: its blobs are parsed side by side where that is wanted. */
async function* checked(
  { offer, chunk }: StageRequest,
  blobs: readonly ArtifactBlob[],
  contents: ReturnType<typeof readBlobs>,
  staged: Staged,
  paths: ReadonlyMap<BlobKey, string>,
): AsyncGenerator<{ blob: ArtifactBlob; rows: ChunkRow[] }, void, undefined> {
  const check = async (blob: ArtifactBlob, bytes: Uint8Array | null): Promise<Checked> => {
    if (bytes === null) return { blob, verified: null };
    return { blob, verified: offer.manifest.text ? verifyBlob(blob, bytes) : await joinVectors(blob, bytes, chunk) };
  };
  const pending: Promise<Checked>[] = [];
  for (const blob of blobs) pending.push(check(blob, (await contents.next()).value?.bytes ?? null));
  for (const { blob, verified } of await Promise.all(pending)) {
    if (verified === null) staged.absent += 1;
    else if ('rows' in verified) yield { blob, rows: verified.rows };
    else staged.refused.push({ path: paths.get(blobKeyOf(blob))!, reason: verified.refused });
  }
}
