/**
 * `cora push`: gives the last built view to those who pull it, packed for a release or a folder,
 * or as rows in object storage.
 */

import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CoraError, ifRefused, isCoraError } from '../base/errors.ts';
import { blobKeyOf } from '../base/identity.ts';
import type { BlobKey, ChunkRow, EmbedderInfo, Progress, Watch } from '../base/types.ts';
import { makeFolderBeside, removeFolder } from '../disk/makePrivate.ts';
import { hasPending } from '../engine/joinSegments.ts';
import { settlePendingRows } from '../indexing/collectGarbage.ts';
import { createFetch } from '../net/createFetch.ts';
import { DEFAULT_FETCH, type FetchPolicy } from '../net/fetchSafely.ts';
import { missingTokenHint } from '../net/githubApi.ts';
import type { PushRequest, Surroundings } from '../settings/requests.ts';
import { connectStorage } from '../store/connectStorage.ts';
import { type ChunkStore, openStore, withStore } from '../store/openStore.ts';
import {
  addPublished,
  type ChunksPlace,
  type ChunksVersion,
  PUBLISHED_VERSION,
  type PublishedTable,
  readPublished,
  removePublished,
  type WritableChunks,
  writeChunks,
} from '../store/publishedIndexes.ts';
import { ROW_COLUMNS } from '../store/schema.ts';
import { readStoreAddress } from '../store/storeAddress.ts';
import { encodeView } from '../store/viewFile.ts';
import { WRITER_WAIT_MS, withWriteLock } from '../store/withWriteLock.ts';
import { embedderFor, locateIndex, storeFingerprint, type Workspace } from '../view/workspace.ts';
import { uploadAsset } from './artifact/githubRelease.ts';
import { type ArtifactManifest, encodeManifest, parseManifest } from './artifact/members.ts';
import { aboutIndex, otherRows, type PackReport, packIndex, refuseShard, stateToPack } from './packIndex.ts';
import { listPublications, type Publication, packContent, readPublishedView, sha256Of } from './publications.ts';
import { artifactName, ROLLING, readArtifactName, readRelease } from './readSource.ts';

export interface PushReport {
  /** `OWNER/REPOSITORY@TAG` */
  destination: string;
  /** The name of the asset. */
  name: string;
  /** True if there was one of this name: the same commit, pushed before. */
  replaced: boolean;
  /** Older indexes that were removed from a rolling release. */
  removed: string[];
  packed: Omit<PackReport, 'file'>;
  tookMs: number;
}

/** The number of older indexes that stay in a rolling release, for branches that are behind. */
const KEPT = 9;

interface UploadRequest extends PushRequest {
  policy?: FetchPolicy | undefined;
  /** An artifact that was packed already; it stays where it is. */
  ready?: PackReport;
}

/**
 * Gives the last built index to others.
 * @throws CoraError USAGE, NO_INDEX, NO_ARTIFACT, NETWORK, …
 */
export async function pushIndex(
  { destination, policy = DEFAULT_FETCH, ready, ...request }: UploadRequest,
  surroundings: Surroundings,
  watch: Watch,
): Promise<PushReport> {
  const started = Date.now();
  const { env, log } = surroundings;
  const place = readRelease(destination, env);
  if (place === null) {
    throw new CoraError('USAGE', `${destination} is not something to push to.`, {
      hint: 'cora push OWNER/REPOSITORY[@TAG], s3://…, gs://…, az://… or file:///FOLDER',
    });
  }
  if (place.credential === undefined) {
    throw new CoraError('USAGE', 'Pushing needs a token that may write releases.', {
      hint: missingTokenHint(place),
    });
  }
  const embedder = await embedderFor(request, surroundings);
  const folder = await makeFolderBeside(join(tmpdir(), 'cora-push'), 'set TMPDIR to a folder that you may write');
  try {
    const { file, ...packed } =
      ready ?? (await packIndex({ ...request, output: join(folder, 'index.tar') }, surroundings));
    refuseShard(packed.shard);
    const name = artifactName(packed.commit, embedder);
    const fingerprint = storeFingerprint(embedder);
    const isSurplus = surplusOf(place.tag === ROLLING ? KEPT : Number.POSITIVE_INFINITY, fingerprint);
    const asking = { fetch: createFetch(env), log, policy, signal: watch.signal };
    watch.onProgress({ phase: 'upload', done: 0, total: packed.size, chunks: 0 });
    const uploaded = await uploadAsset({ place, file, name, isSurplus, asking });
    const to = `${place.owner}/${place.repository}@${place.tag}`;
    return { destination: to, name, ...uploaded, packed, tookMs: Date.now() - started };
  } finally {
    await removeFolder(folder);
  }
}

/**
 * Returns a function that is asked for each index, newest first, and is true for those of this
 * embedder and version that are too many.
 */
function surplusOf(kept: number, fingerprint: string): (name: string) => boolean {
  let seen = 0;
  return (name) => readArtifactName(name)?.fingerprint === fingerprint && ++seen > kept;
}

// `cora push s3://…|gs://…|az://…`: the rows of the last built view that are not there
// yet, then one row that publishes them. Until that row is there, readers see what was published
// before; what they read stays as long as it is listed.

export interface PublishReport {
  /** The address, without credentials. */
  destination: string;
  commit: string;
  files: number;
  chunks: number;
  /** Blobs of the view by whether they were there; `removed`: those that no commit needs. */
  blobs: { added: number; known: number; removed: number };
  /** Rows added. */
  rows: number;
  /** True if this commit was published before. */
  replaced: boolean;
  /** Older commits that are no longer offered. */
  removed: string[];
  digest: string;
  tookMs: number;
}
/** The time for which versions of the tables stay that nothing lists. */
const DAY_MS = 24 * 60 * 60 * 1000;
/** A table with more rows than this multiple of the view's is looked through for surplus. */
const GROWN = 2;

/**
 * Publishes the last built index in object storage.
 * @throws CoraError USAGE, NO_INDEX, NETWORK, STORE, …
 */
export async function publishIndex(
  { destination, rev, text, ...settings }: PushRequest,
  surroundings: Surroundings,
  watch: Watch,
): Promise<PublishReport> {
  const started = Date.now();
  const address = readStoreAddress(destination, surroundings.env);
  if (!text) {
    throw new CoraError('USAGE', 'An index in object storage is searched where it lies, so it holds the text.', {
      hint: 'without text: cora pack --no-text, or cora push --no-text OWNER/REPOSITORY',
    });
  }
  const { workspace, embedder, dir } = await locateIndex(settings, surroundings);
  const view = await viewToPublish(dir, workspace, embedder, rev);
  const { dimensions } = embedder;
  if (await hasPending(dir))
    await withWriteLock(dir, { waitMs: WRITER_WAIT_MS, log: surroundings.log }, (lock) =>
      withStore(dir, dimensions, 'write', (store) => settlePendingRows(dir, store, lock.ensureOwned)),
    );
  const storage = await connectStorage(address, 'write');
  try {
    const published = await publishView(
      { storage, dir, view, fingerprint: storeFingerprint(embedder), dimensions },
      watch,
    );
    const { commit, digest, counts } = view.manifest;
    const { files, chunks } = counts;
    return { destination: address.uri, commit, files, chunks, ...published, digest, tookMs: Date.now() - started };
  } finally {
    storage.close();
  }
}

interface PublishRequest extends ChunksPlace {
  /** The caller's store. */
  dir: string;
  view: ViewToPublish;
}

async function publishView(
  { storage, dir, view, fingerprint, dimensions }: PublishRequest,
  watch: Watch,
): Promise<Pick<PublishReport, 'blobs' | 'rows' | 'replaced' | 'removed'>> {
  const started = Date.now();
  const { manifest, manifestText, viewDigest, packed } = view;
  const published = await readPublished(storage);
  const { kept, same, surplus } = planPublications(published, fingerprint, manifest);
  const stay = published.rows.filter((row) => row.fingerprint === fingerprint && !surplus.includes(row.id));
  const oldest = Math.min(started - DAY_MS, ...stay.map(({ versionAt }) => Date.parse(versionAt) || 0));
  const to = await writeChunks({ storage, fingerprint, dimensions });
  const from = await openStore(dir, dimensions, 'read');
  try {
    const { version, blobs, rows } = await bringRows({
      ...{ from, to, wanted: await rowsToPublish(from, view), keepSince: oldest },
      surplus: (there) => (kept.length === stay.length ? surplusIn(there, view, kept, published) : Promise.resolve([])),
      ...watch,
    });
    const id = randomBytes(8).toString('hex');
    const at = new Date(started).toISOString();
    const about = { format: String(PUBLISHED_VERSION), fingerprint, commit: manifest.commit };
    await addPublished(storage, { id, at, ...about, ...version, manifest: manifestText, viewDigest }, packed);
    // Somebody else may keep a file locked: the next push removes it.
    await removePublished(storage, surplus).catch(ifRefused(undefined, 'LOCKED'));
    const removed = published.rows.filter((row) => surplus.includes(row.id) && row.commit !== manifest.commit);
    return { blobs, rows, replaced: same.length > 0, removed: removed.map((row) => row.commit) };
  } finally {
    from.close();
    to.store.close();
  }
}

interface Plan {
  /** Publications that stay listed. */
  kept: Publication[];
  /** The publications of this very view, which are replaced. */
  same: Publication[];
  /** Ids of rows that go when the new one is there. */
  surplus: string[];
}

/** Plans for publications of the same embedder and version alone: nobody else's are touched. */
function planPublications(published: PublishedTable, fingerprint: string, { commit, options }: ArtifactManifest): Plan {
  const own = readablePublications(published.rows.filter((row) => row.fingerprint === fingerprint));
  const isSame = ({ manifest }: Publication): boolean =>
    manifest.commit === commit && manifest.options.hash === options.hash;
  const others = own.filter((one) => !isSame(one));
  const same = own.filter(isSame);
  return {
    kept: others.slice(0, KEPT),
    same,
    surplus: [...same, ...others.slice(KEPT)].map(({ row }) => row.id),
  };
}

/** Returns the publications that this version can read; the others stay as they are. */
function readablePublications(rows: PublishedTable['rows']): Publication[] {
  try {
    return rows.length === 0 ? [] : listPublications(rows, '');
  } catch (error) {
    if (isCoraError(error)) return [];
    throw error;
  }
}

async function surplusIn(
  there: ReadonlyMap<BlobKey, number>,
  { blobs, manifest }: ViewToPublish,
  kept: readonly Publication[],
  published: PublishedTable,
): Promise<BlobKey[]> {
  const rows = [...there.values()].reduce((sum, count) => sum + count, 0);
  if (rows <= GROWN * manifest.counts.chunks) return [];
  const needed = new Set(blobs);
  for (const publication of kept) {
    const view = await readPublishedView(published, publication).catch(
      ifRefused(null, 'BAD_ARTIFACT', 'INCOMPATIBLE_INDEX'),
    );
    // Nobody can tell which rows one needs that cannot be read: then none is deleted.
    if (view === null) return [];
    for (const file of view.files) needed.add(blobKeyOf(file));
  }
  return [...there.keys()].filter((key) => !needed.has(key));
}

/** @returns the number of rows of each blob */
async function rowsToPublish(from: ChunkStore, { blobs, manifest }: ViewToPublish): Promise<Map<BlobKey, number>> {
  const there = await from.blobKeys();
  const rows = new Map(blobs.map((key) => [key, there.get(key) ?? 0]));
  if ([...rows.values()].reduce((sum, count) => sum + count, 0) !== manifest.counts.chunks) throw otherRows();
  return rows;
}

// The last built view as it is published: a manifest, the view itself, and which rows belong to it.

interface ViewToPublish {
  manifest: ArtifactManifest;
  manifestText: string;
  /** The view as it is stored, and the SHA-256 of it unpacked. */
  packed: Buffer;
  viewDigest: string;
  /** In the order of their paths. */
  blobs: readonly BlobKey[];
}

/** @throws CoraError NO_INDEX, BROKEN_INDEX, USAGE for a shard */
async function viewToPublish(
  dir: string,
  workspace: Workspace,
  embedder: EmbedderInfo,
  rev: string | null,
): Promise<ViewToPublish> {
  const { state, record, files } = await stateToPack(dir, workspace, embedder, rev);
  refuseShard(state.shard);
  const view = encodeView(record);
  const about = { ...aboutIndex(state, workspace, true), digest: state.digest, members: [] };
  const manifestText = encodeManifest(about, true).toString('utf8');
  return {
    manifest: parseManifest(Buffer.from(manifestText), true),
    manifestText,
    packed: await packContent(view),
    viewDigest: sha256Of(view),
    blobs: files.map(blobKeyOf),
  };
}

// Brings the rows of a view into the chunk table of a place. Blobs that the table has are left as
// they are. Two who publish at once may both add the same blob: so rows are counted at the end, at
// one version, and blobs with a wrong count are written again.

interface BringRequest {
  /** The caller's own. */
  from: ChunkStore;
  to: WritableChunks;
  /** The view's blobs in the order of their paths, with the number of rows that each has. */
  wanted: ReadonlyMap<BlobKey, number>;
  /** Versions of the table since then are read by somebody. Milliseconds since 1970. */
  keepSince: number;
  /** Returns the blobs that no published view needs any more, for a table that has grown. */
  surplus(there: ReadonlyMap<BlobKey, number>): Promise<BlobKey[]>;
  onProgress(progress: Progress): void;
  signal?: AbortSignal | undefined;
}

interface Brought extends Pick<PublishReport, 'blobs' | 'rows'> {
  /** The version of the chunk table, that holds every row of the view once. */
  version: ChunksVersion;
}

const ATTEMPTS = 4;
/**
 * The first wait in milliseconds. It doubles each time, with as much at random, so that two who met
 * once do not meet again.
 */
const PAUSE_MS = 500;
/** A time longer than any upkeep takes. */
const MARGIN_MS = 60 * 60 * 1000;
/** The number of blobs between two reports of progress. */
const BLOBS_PER_REPORT = 200;
/** One commit holds about this much text: the fewer files, the fewer requests of every reader. */
const COMMIT_BYTES = 64_000_000;

/** @throws CoraError STORE, NETWORK, LOCKED, BROKEN_INDEX, ABORTED */
async function bringRows(request: BringRequest): Promise<Brought> {
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
    // Rows that were not folded in are read one by one until the next push.
    await unlessLocked(to.store.optimize(Date.now() - request.keepSince + MARGIN_MS));
    const version = await to.settle();
    there = await to.store.blobKeys();
    if ([...wanted].every(([key, count]) => there.get(key) === count)) return { version, ...sum };
    await sleep(PAUSE_MS * 2 ** attempt * (1 + Math.random()));
  }
  throw new CoraError('LOCKED', 'Others push to the same place at this moment.', { hint: 'wait, and push again' });
}

/** @returns false where somebody else's commit came between: what is there is looked at again */
function unlessLocked(action: Promise<void>): Promise<boolean> {
  return action.then(() => true).catch(ifRefused(false, 'LOCKED'));
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
