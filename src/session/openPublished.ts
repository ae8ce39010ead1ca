/**
 * An index where it was published, without a copy: the row that names it, its statistics (from the cache where this machine has read
 * them before), and its chunk table at the version that belongs to both.
 */

import { join } from 'node:path';
import { CoraError, isCoraError } from '../base/errors.ts';
import { listPublications, type Publication, refusedIn } from '../share/listPublications.ts';
import { connectStorage, type Storage } from '../store/connectStorage.ts';
import { readChunks } from '../store/publishedChunks.ts';
import { readPublished } from '../store/publishedTable.ts';
import { readStoreAddress } from '../store/storeAddress.ts';
import type { ChunkStore, ViewRecord } from '../store/storePort.ts';
import { decodeView } from '../store/viewFormat.ts';
import { cachedContent } from './cachedContent.ts';

export interface PublishedIndex {
  uri: string;
  publication: Publication;
  record: ViewRecord;
  store: ChunkStore;
}

export interface OpenPublishedRequest {
  /** Where the credentials are. */
  env: NodeJS.ProcessEnv;
  cacheDir: string;
  /** Of the caller's embedder: preferred to a newer index of another one. Waited for when it is needed. */
  fingerprint: Promise<string>;
}

/** The newest one. @throws CoraError NO_INDEX, INCOMPATIBLE_INDEX, BAD_ARTIFACT, BROKEN_INDEX, USAGE, NETWORK, … */
export async function openPublished(named: string, request: OpenPublishedRequest): Promise<PublishedIndex> {
  try {
    return await open(named, request);
  } catch (error) {
    // What was read first may have been replaced by what was read next.
    if (isCoraError(error) && error.code === 'BROKEN_INDEX') return open(named, request);
    throw error;
  }
}

async function open(named: string, request: OpenPublishedRequest): Promise<PublishedIndex> {
  const storage = await connectStorage(readStoreAddress(named, request.env));
  try {
    return await openIn(storage, request);
  } catch (error) {
    storage.close();
    throw refusedIn(storage.address.uri, error);
  }
}

async function openIn(storage: Storage, { cacheDir, fingerprint }: OpenPublishedRequest): Promise<PublishedIndex> {
  const { uri } = storage.address;
  const published = await readPublished(storage);
  const publications = listPublications(published.rows, uri);
  const wanted = await fingerprint;
  const publication = publications.find(({ row }) => row.fingerprint === wanted) ?? publications[0]!;
  const { row, manifest } = publication;
  const place = { storage, fingerprint: row.fingerprint, dimensions: manifest.embedder.dimensions };
  // Both are on their way together.
  const opening = readWhole(readChunks(place, Number(row.version)));
  opening.catch(() => undefined);
  try {
    const view = await cachedContent(join(cacheDir, 'published'), row.viewDigest, () => published.content(row, 'view'));
    const record = decodeView(view);
    if (record === null) throw new CoraError('BAD_ARTIFACT', 'its statistics are not those of a view');
    return { uri, publication, record, store: await opening };
  } catch (error) {
    opening.then((store) => store.close()).catch(() => undefined);
    throw error;
  }
}

/**
 * Looked up row by row, a query is hundreds of small requests, and they read as much as the columns that it works with, whole and in
 * a few large ones. A table that is too large for memory is looked up all the same.
 */
async function readWhole(opening: Promise<ChunkStore>): Promise<ChunkStore> {
  const store = await opening;
  await store.keepInMemory();
  return store;
}
