/**
 * Moves from a counted view to another view of the same repository: the statistics lose rows that
 * are gone and gain rows that are new. Rows of blobs that the table does not hold are made in
 * memory.
 */

import { blobKeyOf, embedTextOf } from '../base/identity.ts';
import type { FileStatus, Freshness } from '../base/searchTypes.ts';
import type { BlobKey, ChunkedBlob, ChunkRow, Embedder, SkipReason } from '../base/types.ts';
import { roundVector } from '../engine/byteVectors.ts';
import type { SegmentRows } from '../engine/segmentRows.ts';
import { contentsOnDisk, whyMissing } from '../git/missingContent.ts';
import { blobSizes, isLfsPointer, readBlobs } from '../git/readBlobs.ts';
import { readWorkingFiles } from '../git/readWorkingFile.ts';
import { blobName, type Repository } from '../git/repository.ts';
import type { StoredOutcomes } from '../store/state.ts';
import { readView, type ViewPath, type ViewRecord, viewStamp } from '../store/views.ts';
import { asTyped } from './asTyped.ts';
import { rowOf } from './computeRows.ts';
import { countBlobs } from './segmentStatistics.ts';
import { ViewStatistics } from './statistics.ts';
import { blobsBetween, fileAt, filesOfRecord, type ViewedFile, type ViewFiles, withChanges } from './viewFiles.ts';
import type { Workspace } from './workspace.ts';

/**
 * The most new blobs that a query reads. With more, the committed files are searched instead and
 * the answer says so, because a query must not become a build.
 */
export const MOST_NEW = { files: 300, bytes: 4_000_000 };
const CHANGED = 'it changed while it was read';
const NOT_YET = 'not indexed yet, and more new files than a query reads by itself: cora index';

interface MoveRequest extends NewBlobsRequest {
  /** Blobs of the wanted files that the repository may lack. */
  lacking: ReadonlySet<BlobKey>;
  /** Blobs in which an earlier run found nothing to index. */
  outcomes: StoredOutcomes;
  store: Promise<SegmentRows>;
  embedder: Embedder;
  memory: Pick<ViewMemory<unknown>, 'newBlob' | 'keepBlobs'>;
  /** The most new content that is read. */
  most: { files: number; bytes: number };
  signal?: AbortSignal;
}

interface MovedView {
  /**
   * The wanted files. Files in `asCommitted` have their committed content. New files without
   * anything to index are left out, as in a build.
   */
  files: ViewFiles;
  /** All files that were looked at, including those without anything to index. */
  looked: readonly ViewedFile[];
  statistics: ViewStatistics;
  /** Rows of blobs that are not in the table. */
  overlay: ChunkRow[];
  missing: Freshness['missingFiles'];
  asCommitted: string[];
  /** By path: the bytes of committed files that only the working tree has. */
  contents: ReadonlyMap<string, Uint8Array>;
  /** True if a file changed while it was read, or could not be parsed this time. */
  torn: boolean;
}

/** @param files of the view that is wanted */
export async function moveView(request: MoveRequest, base: ViewRecord, files: ViewFiles): Promise<MovedView> {
  const statistics = new ViewStatistics(base);
  const before = filesOfRecord(base);
  const { came } = blobsBetween(before, files);
  const store = await request.store;
  const { dimensions } = request.embedder;
  const wanted = came.map(([key]) => key);
  const { counts, stored } = await countBlobs(store, wanted, dimensions);
  statistics.addCounts(counts);
  const isEmpty = (key: BlobKey): boolean => request.outcomes[key]?.skipped !== undefined;
  const fresh = came.filter(([key]) => !stored.has(key) && !isEmpty(key));
  const empty = came.filter(([key]) => isEmpty(key)).map(([key]) => key);
  const doubtful = fresh.flatMap(([key]) => (request.lacking.has(key) ? [[key, files.byBlob.get(key)!] as const] : []));
  const { absent, unwanted, contents } = await findLacking(request.workspace, new Map(doubtful), request.most.bytes);
  const { overlay, missing, late, rowless, unread, torn } = await chunkNew(
    contents.size === 0 ? request : { ...request, contents: new Map([...request.contents, ...contents]) },
    fresh.filter(([key]) => !absent.has(key) && !unwanted.has(key)).map(([, file]) => file),
  );
  const pathsOf = (keys: Iterable<BlobKey>): string[] =>
    [...keys].flatMap((key) => (files.byBlob.get(key) ?? []).map(({ path }) => path));
  const lost = pathsOf([...absent, ...unread]);
  const reason = whyMissing(request.workspace.repository);
  missing.push(...lost.map((path) => ({ path, reason })));
  for (const row of overlay) statistics.add(row);
  const left = late.flatMap((file) => files.byBlob.get(blobKeyOf(file)) ?? []);
  const standIns = left.flatMap(({ path }) => fileAt(before, path) ?? []);
  const asCommitted = standIns.map(({ path }) => path);
  for (const { path } of left) if (fileAt(before, path) === undefined) missing.push({ path, reason: asTyped(NOT_YET) });
  const view = standIns.length === 0 ? files : withChanges(files, asCommitted, standIns);
  const { gone } = blobsBetween(before, view);
  statistics.removeCounts((await countBlobs(store, gone, dimensions)).counts);
  const idle = [...pathsOf([...rowless, ...empty, ...unwanted]), ...lost];
  return {
    ...{ files: idle.length === 0 ? view : withChanges(view, idle, []), looked: view.files },
    ...{ statistics, overlay, missing, asCommitted: asCommitted.sort(), contents, torn },
  };
}

async function chunkNew(
  request: MoveRequest,
  files: readonly ViewedFile[],
): Promise<
  Pick<MovedView, 'overlay' | 'missing' | 'torn'> & { late: ViewedFile[]; rowless: BlobKey[]; unread: BlobKey[] }
> {
  const { most } = request;
  const missing: Freshness['missingFiles'] = [];
  const late = files.slice(most.files);
  const blobs = new Map<BlobKey, NewBlob>();
  const unread: BlobKey[] = [];
  const torn = new Set<BlobKey>();
  let bytesLeft = most.bytes;
  for await (const { file, blob } of newBlobs(request, files.slice(0, most.files))) {
    if (blob === null && file.status === 'committed') unread.push(blobKeyOf(file));
    else if (blob === null) {
      missing.push({ path: file.path, reason: CHANGED });
      torn.add(blobKeyOf(file));
    } else if (bytesLeft <= 0) late.push(file);
    else {
      bytesLeft -= blob.bytes;
      try {
        blobs.set(blobKeyOf(file), { bytes: blob.bytes, ...(await blob.read()) });
        if (blob.torn) torn.add(blobKeyOf(file));
      } catch (error) {
        missing.push({ path: file.path, reason: error instanceof Error ? error.message : String(error) });
        // The next query tries again.
        torn.add(blobKeyOf(file));
      }
    }
  }
  const overlay = [...blobs.values()].flatMap(({ rows }) => rows);
  const unknown = overlay.filter(({ vector }) => vector.length === 0);
  const texts = unknown.map(embedTextOf);
  const vectors = unknown.length === 0 ? [] : await request.embedder.embed(texts, 'document', request.signal);
  unknown.forEach((row, at) => {
    row.vector = roundVector(vectors[at]!);
  });
  request.memory.keepBlobs(new Map([...blobs].filter(([key]) => !torn.has(key))));
  const rowless = [...blobs].flatMap(([key, { rows }]) => (rows.length === 0 ? [key] : []));
  return { overlay, missing, late, rowless, unread, torn: torn.size > 0 };
}

interface NewBlobsRequest {
  workspace: Workspace;
  memory: Pick<ViewMemory<unknown>, 'newBlob'>;
  /** By path: bytes that are already known. */
  contents: ReadonlyMap<string, Uint8Array>;
  chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
}

type NewFile = ViewPath & { status: FileStatus };

interface ReadBlob {
  bytes: number;
  /** True if the bytes do not belong to the blob's name. */
  torn: boolean;
  read(): Promise<Pick<NewBlob, 'rows' | 'skipped'>>;
}

/**
 * Yields committed files first, as readContents does, so that remembered blobs change neither the
 * order nor the point where it becomes too much.
 */
export async function* newBlobs(
  { workspace, memory, contents, chunk }: NewBlobsRequest,
  files: readonly NewFile[],
): AsyncGenerator<{ file: NewFile; blob: ReadBlob | null }> {
  const committed = files.filter(({ status }) => status === 'committed');
  const ordered = [...committed, ...files.filter(({ status }) => status !== 'committed')];
  // Memory is looked up once: while files are read, another question may change it.
  const remembered = ordered.map((file) => ({ file, known: memory.newBlob(blobKeyOf(file)) }));
  const unknown = remembered.flatMap(({ file, known }) => (known === undefined ? [file] : []));
  const { objectFormat } = workspace.repository;
  const read = readContents(workspace.repository, unknown, contents)[Symbol.asyncIterator]();
  try {
    for (const { file, known } of remembered) {
      if (known !== undefined) {
        yield { file, blob: { bytes: known.bytes, torn: false, read: async () => known } };
        continue;
      }
      const { bytes } = (await read.next()).value as { bytes: Uint8Array | null };
      // A build does not index pointers either.
      const cut = async (): Promise<Pick<NewBlob, 'rows' | 'skipped'>> => {
        if (isLfsPointer(bytes!)) return { rows: [], skipped: 'filtered' };
        const chunked = await chunk(bytes!, file.language);
        if (chunked === null) return { rows: [], skipped: 'binary' };
        if (chunked.chunks.length === 0) return { rows: [], skipped: 'empty' };
        return { rows: chunked.chunks.map((one) => rowOf(one, file)) };
      };
      const torn = bytes !== null && file.status !== 'committed' && blobName(bytes, objectFormat) !== file.blob;
      yield { file, blob: bytes === null ? null : { bytes: bytes.length, torn, read: cut } };
    }
  } finally {
    await read.return?.();
  }
}

// Looks for blobs that the repository lacked and that exist now: they were fetched or restored, or
// are in the working tree.

interface Lacking {
  /** Blobs that are nowhere. */
  absent: ReadonlySet<BlobKey>;
  /** Blobs that turn out to be empty or too large. */
  unwanted: ReadonlySet<BlobKey>;
  /** By path: bytes that only the working tree has. */
  contents: ReadonlyMap<string, Uint8Array>;
}

const NOTHING_LACKING: Lacking = { absent: new Set(), unwanted: new Set(), contents: new Map() };

/**
 * @param byBlob the files of each blob @param mostBytes the most bytes to read from the working
 * tree
 */
async function findLacking(
  { repository, settings }: Workspace,
  byBlob: ReadonlyMap<BlobKey, readonly ViewedFile[]>,
  mostBytes: number,
): Promise<Lacking> {
  if (byBlob.size === 0) return NOTHING_LACKING;
  const files = [...byBlob.values()].flat();
  const sizes = await blobSizes(
    repository,
    files.map(({ blob }) => blob),
  );
  const onDisk = await contentsOnDisk(
    repository,
    files.filter(({ blob }) => !sizes.has(blob)),
    mostBytes,
  );
  const absent = new Set<BlobKey>();
  const unwanted = new Set<BlobKey>();
  const contents = new Map<string, Uint8Array>();
  for (const [key, list] of byBlob) {
    const { blob } = list[0]!;
    const bytes = onDisk.get(blob);
    const size = sizes.get(blob) ?? bytes?.length;
    if (size === undefined) absent.add(key);
    else if (size === 0 || size > settings.maxFileSize) unwanted.add(key);
    else if (bytes !== undefined) for (const { path } of list) contents.set(path, bytes);
  }
  return { absent, unwanted, contents };
}

/**
 * @param known bytes by path: of uncommitted files, and of committed files that the repository
 * lacks
 * @returns for each file its bytes as in a commit, null if they cannot be read; committed files
 * first
 */
async function* readContents<F extends { path: string; blob: string; status: FileStatus }>(
  repository: Repository,
  files: readonly F[],
  known: ReadonlyMap<string, Uint8Array> = new Map(),
): AsyncIterable<{ file: F; bytes: Uint8Array | null }> {
  const committed = files.filter(({ status }) => status === 'committed');
  const edited = files.filter(({ status }) => status !== 'committed');
  let at = 0;
  const blobs = committed.map(({ blob }) => blob);
  for await (const { bytes } of readBlobs(repository, blobs)) {
    const file = committed[at++]!;
    yield { file, bytes: bytes ?? known.get(file.path) ?? null };
  }
  const unknown = edited.filter(({ path }) => !known.has(path)).map(({ path }) => path);
  const read = unknown.length === 0 ? null : readWorkingFiles(repository, unknown);
  for (const file of edited) yield { file, bytes: known.get(file.path) ?? (await read?.next())?.value?.bytes ?? null };
}

// Remembers the caller's view between queries of a long-running process: the counted view, rows of
// uncommitted blobs, and the view itself while nothing changes. Everything has a key that is
// checked, so the result is the same as without memory.

/** Rows of a blob that is not in the table, and the blob's size in bytes. */
export interface NewBlob {
  rows: readonly ChunkRow[];
  bytes: number;
  /** Why there are no rows. */
  skipped?: SkipReason;
}

export class ViewMemory<V> {
  #record: { key: string; record: ViewRecord } | null = null;
  #blobs: ReadonlyMap<BlobKey, NewBlob> = new Map();
  #view: { key: string; view: V } | null = null;

  /** Does what readView does, but reads the file again only if it was replaced. */
  async record(dir: string, id: string): Promise<ViewRecord | null> {
    const key = `${dir}\0${id}\0${viewStamp(dir, id)}`;
    if (this.#record?.key === key) return this.#record.record;
    const record = await readView(dir, id);
    if (record !== null) this.#record = { key, record };
    return record;
  }

  newBlob(key: BlobKey): NewBlob | undefined {
    return this.#blobs.get(key);
  }

  /** Returns blobs without anything to index. */
  rowless(): [BlobKey, SkipReason][] {
    return [...this.#blobs].flatMap(([key, { skipped }]) => (skipped === undefined ? [] : [[key, skipped] as const]));
  }

  /** Remembers the blobs of the current view, and forgets all others. */
  keepBlobs(blobs: ReadonlyMap<BlobKey, NewBlob>): void {
    this.#blobs = blobs;
  }

  /** @param key names everything that the view depends on */
  view(key: string): V | null {
    return this.#view?.key === key ? this.#view.view : null;
  }

  keepView(key: string, view: V): void {
    this.#view = { key, view };
  }
}
