/**
 * `cora push s3://…|gs://…|az://…|db://…`: the rows of the last built view that are not there yet, then one row that publishes them. Until that
 * row is there, readers see what was published before; what they read stays as long as it is listed.
 */

import { randomBytes } from 'node:crypto';
import { CoraError, isCoraError } from '../base/errors.ts';
import { blobKeyOf } from '../base/identity.ts';
import type { BlobKey, Watch } from '../base/types.ts';
import type { Options } from '../settings/options.ts';
import { connectStorageToWrite, type WritableStorage } from '../store/connectStorage.ts';
import { openStore } from '../store/openStore.ts';
import { writeChunks } from '../store/publishedChunks.ts';
import {
  addPublished,
  PUBLISHED_VERSION,
  type PublishedTable,
  readPublished,
  removePublished,
} from '../store/publishedTable.ts';
import { readStoreAddress } from '../store/storeAddress.ts';
import { locateIndex, type Surroundings } from '../view/surroundings.ts';
import { storeFingerprint } from '../view/workspace.ts';
import type { Manifest } from './artifact/manifest.ts';
import { listPublications, type Publication } from './listPublications.ts';
import { bringRows } from './publish/bringRows.ts';
import { readFiles } from './publish/readFiles.ts';
import { type ViewToPublish, viewToPublish } from './publish/viewToPublish.ts';

export interface PublishReport {
  /** The address, without credentials. */
  destination: string;
  commit: string;
  files: number;
  chunks: number;
  /** Blobs of the view by whether their rows were there; `removed`: blobs that no published commit needs any more. */
  blobs: { added: number; known: number; removed: number };
  /** Rows added. */
  rows: number;
  /** Whether this commit was published before. */
  replaced: boolean;
  /** Older commits that are no longer offered. */
  removed: string[];
  digest: string;
  tookMs: number;
}

/** So many commits stay beside the new one: branches that are behind find theirs. */
const KEPT = 9;
/** Versions of the tables that nothing lists stay so long. */
const DAY_MS = 24 * 60 * 60 * 1000;
/** A table with more rows than this multiple of the view's is looked through for those that nobody needs. */
const GROWN = 2;

/** @throws CoraError USAGE, NO_INDEX, NETWORK, STORE, … */
export async function publishIndex(
  destination: string,
  options: Options,
  surroundings: Surroundings,
  watch: Watch,
): Promise<PublishReport> {
  const started = Date.now();
  const address = readStoreAddress(destination, surroundings.env);
  if (options['no-text'] === true) {
    throw new CoraError('USAGE', 'An index in object storage is searched where it lies, so it holds the text.', {
      hint: 'without text: cora pack --no-text, or cora push --no-text OWNER/REPOSITORY',
    });
  }
  const { workspace, embedder, dir } = await locateIndex(options, surroundings);
  const view = await viewToPublish(dir, workspace, embedder);
  const storage = await connectStorageToWrite(address);
  try {
    const { dimensions } = embedder;
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

interface PublishRequest {
  storage: WritableStorage;
  /** The caller's store. */
  dir: string;
  view: ViewToPublish;
  fingerprint: string;
  dimensions: number;
}

async function publishView(
  { storage, dir, view, fingerprint, dimensions }: PublishRequest,
  watch: Watch,
): Promise<Pick<PublishReport, 'blobs' | 'rows' | 'replaced' | 'removed'>> {
  const started = Date.now();
  const { manifest, manifestText, viewDigest, content } = view;
  const published = await readPublished(storage);
  const { kept, same, surplus } = plan(published, fingerprint, manifest);
  const stay = published.rows.filter((row) => row.fingerprint === fingerprint && !surplus.includes(row.id));
  const oldest = Math.min(started - DAY_MS, ...stay.map(({ versionAt }) => Date.parse(versionAt) || 0));
  const to = await writeChunks({ storage, fingerprint, dimensions });
  const from = await openStore(dir, dimensions, 'read');
  try {
    const { version, blobs, rows } = await bringRows({
      ...{ from, to, wanted: view.blobs, keepSince: oldest },
      surplus: (there) => (kept.length === stay.length ? surplusIn(there, view, kept, published) : Promise.resolve([])),
      ...watch,
    });
    const id = randomBytes(8).toString('hex');
    const at = new Date(started).toISOString();
    const about = { format: String(PUBLISHED_VERSION), fingerprint, commit: manifest.commit };
    await addPublished(storage, { id, at, ...about, ...version, manifest: manifestText, viewDigest }, content);
    await removePublished(storage, surplus).catch((error: unknown) => {
      // The next push removes them.
      if (!isCoraError(error) || error.code !== 'LOCKED') throw error;
    });
    const removed = published.rows.filter((row) => surplus.includes(row.id) && row.commit !== manifest.commit);
    return { blobs, rows, replaced: same.length > 0, removed: removed.map((row) => row.commit) };
  } finally {
    from.close();
    to.store.close();
  }
}

interface Plan {
  /** Stay listed. */
  kept: Publication[];
  /** Of this very view: replaced. */
  same: Publication[];
  /** Ids of rows that go when the new one is there. */
  surplus: string[];
}

/** Of the same embedder and version alone: nobody else's are touched. */
function plan(published: PublishedTable, fingerprint: string, { commit, options }: Manifest): Plan {
  const own = readable(published.rows.filter((row) => row.fingerprint === fingerprint));
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

/** What this version cannot read stays as it is. */
function readable(rows: PublishedTable['rows']): Publication[] {
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
  const needed = new Set(blobs.keys());
  for (const publication of kept) {
    const files = await readFiles(published, publication).catch((error: unknown) => {
      if (isCoraError(error) && error.code === 'BAD_ARTIFACT') return null;
      throw error;
    });
    // What a damaged one needs cannot be told: then nothing goes.
    if (files === null) return [];
    for (const file of files) needed.add(blobKeyOf(file));
  }
  return [...there.keys()].filter((key) => !needed.has(key));
}
