/**
 * Opens the index that `--index` names: a folder, a packed file, or an address in object storage,
 * which is searched in place. This file is loaded only for such an index.
 */

import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CoraError, isCoraError, whenRefused } from '../base/errors.ts';
import type { CommitRecord, CommitSearchResult } from '../base/historyTypes.ts';
import { sha256Hex } from '../base/sha256.ts';
import type { Embedder, EmbedderInfo } from '../base/types.ts';
import { sha256OfFile } from '../disk/boundedRead.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import { openSearchFile } from '../engine/searchFile.ts';
import { readIntoMemory } from '../engine/searchFileWriter.ts';
import type { SegmentRows } from '../engine/segmentRows.ts';
import { refuseTracked } from '../git/tracking.ts';
import { sourceInRecords } from '../history/commitSource.ts';
import { searchCommits } from '../history/searchCommits.ts';
import { shownUrl } from '../net/fetchSafely.ts';
import type { CommitsRequest, Reach } from '../settings/requests.ts';
import {
  fetchWebIndex,
  type IndexInPlace,
  isWebAddress,
  openInPlace,
  openWebInPlace,
  readPackedCommits,
} from '../share/openInPlace.ts';
import { listPublications, type Publication, readPublishedView, refusedIn } from '../share/publications.ts';
import { unpackIndex } from '../share/unpackIndex.ts';
import { connectStorage, type Storage } from '../store/connectStorage.ts';
import { isStoreAddress } from '../store/lanceEnvironment.ts';
import { refuseLinks } from '../store/location.ts';
import type { ChunkStore } from '../store/openStore.ts';
import { readChunks, readPublished } from '../store/publishedIndexes.ts';
import { readState } from '../store/state.ts';
import { readStoreAddress } from '../store/storeAddress.ts';
import { readCurrentView, type ViewRecord } from '../store/views.ts';
import type { CallerView } from '../view/callerView.ts';
import { viewOfRecord } from '../view/viewFiles.ts';
import { storeFingerprint } from '../view/workspace.ts';

interface NamedIndex {
  /** The embedder whose vectors are in the index. */
  embedder: EmbedderInfo;
  /** The caller's own embedder, if it is the same one and has been created. */
  asked: Embedder | null;
  view: CallerView;
  open(dimensions: number): Promise<SearchReader>;
  /** Returns the commits in the index, newest first; null if it has none. */
  commits(): Promise<CommitRecord[] | null>;
  /** The folder of the index; null if it is not in a folder, and so has no commentary. */
  dir: string | null;
}

/**
 * @param ask creates the caller's embedder; of several published indexes, the one of this embedder
 * is taken
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX; for an address also USAGE and
 * NETWORK
 */
export async function readNamedIndex(
  named: string,
  surroundings: Reach,
  ask: () => Promise<Embedder>,
  whole: boolean,
): Promise<NamedIndex> {
  if (isStoreAddress(named)) return readPublishedIndex(named, surroundings, ask);
  if (!isWebAddress(named)) return readLocalIndex(named, surroundings);
  const found = await openWebInPlace(named, surroundings, whole);
  return 'rows' in found ? namedInPlace(found) : found.read((file) => readLocalIndex(file, surroundings));
}

function namedInPlace({ rows, ...index }: IndexInPlace): NamedIndex {
  return { ...index, asked: null, open: async () => rows, dir: null };
}

const noCommits = async (): Promise<null> => null;

async function readLocalIndex(path: string, surroundings: Reach): Promise<NamedIndex> {
  const packed = await openInPlace(path);
  if (packed !== null) return namedInPlace(packed);
  const dir = await openNamedStore(path, surroundings);
  const state = await readState(dir);
  const record = await readCurrentView(dir);
  if (state === null || record === null) throw noIndexIn(path);
  const open = (dimensions: number): Promise<SearchReader> => openSearchFile(dir, dimensions);
  return { embedder: state.embedder, asked: null, view: viewOfRecord(record), open, commits: noCommits, dir };
}

async function readPublishedIndex(
  address: string,
  { env }: Pick<Reach, 'env'>,
  ask: () => Promise<Embedder>,
): Promise<NamedIndex> {
  // If the caller's embedder cannot be created, the index may have another one.
  const asking = ask().catch(() => null);
  const fingerprint = asking.then((embedder) => (embedder === null ? '' : storeFingerprint(embedder)));
  const { publication, record, store } = await openPublished(address, { env, fingerprint });
  const { embedder } = publication.manifest;
  const own = await asking;
  return {
    embedder,
    asked: own?.fingerprint === embedder.fingerprint ? own : null,
    view: viewOfRecord(record),
    open: () => Promise.resolve(store),
    commits: noCommits,
    dir: null,
  };
}

interface PublishedIndex {
  publication: Publication;
  record: ViewRecord;
  store: SearchReader;
}

interface OpenPublishedRequest {
  /** The environment with the credentials. */
  env: NodeJS.ProcessEnv;
  /** The caller's embedder: its newest index is preferred to a newer index of another embedder. */
  fingerprint: Promise<string>;
}

/**
 * Opens the newest published index: its row, its statistics, and its chunk table at the version of
 * both.
 * @throws CoraError NO_INDEX, INCOMPATIBLE_INDEX, BAD_ARTIFACT, BROKEN_INDEX, USAGE, NETWORK, …
 */
async function openPublished(named: string, request: OpenPublishedRequest): Promise<PublishedIndex> {
  // The index may have been replaced between two reads: try again.
  return open(named, request).catch(whenRefused(() => open(named, request), 'BROKEN_INDEX'));
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

async function openIn(storage: Storage, { fingerprint }: OpenPublishedRequest): Promise<PublishedIndex> {
  const published = await readPublished(storage);
  const publications = listPublications(published.rows, storage.address.uri);
  const wanted = await fingerprint;
  const publication = publications.find(({ row }) => row.fingerprint === wanted) ?? publications[0]!;
  const { row, manifest } = publication;
  const place = { storage, fingerprint: row.fingerprint, dimensions: manifest.embedder.dimensions };
  // Both are fetched at the same time.
  const opening = readWhole(readChunks(place, Number(row.version)), place.dimensions);
  opening.catch(() => undefined);
  try {
    return { publication, record: await readPublishedView(published, publication), store: await opening };
  } catch (error) {
    opening.then((store) => store.close()).catch(() => undefined);
    throw error;
  }
}

/**
 * Reads the whole table without its texts. Row by row, a query would send hundreds of small
 * requests and read as much. Texts are read when they are shown.
 */
async function readWhole(opening: Promise<ChunkStore>, dimensions: number): Promise<SearchReader> {
  const store = await opening;
  try {
    return withTextsOf(store, await readIntoMemory(store, dimensions));
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Returns rows in memory that read their texts from the table. */
function withTextsOf(store: ChunkStore, memory: SegmentRows): SearchReader {
  return {
    blobKeys: () => memory.blobKeys(),
    rows: async (selection, columns) => {
      const found = await memory.rows(selection, ['chunkId', ...columns]);
      const texts = columns.filter((column) => column === 'text' || column === 'doc') as ('text' | 'doc')[];
      if (texts.length === 0 || found.length === 0) return found;
      const chunkIds = found.map(({ chunkId }) => chunkId);
      const rows = await store.rows({ chunkIds }, ['chunkId', ...texts]);
      const byId = new Map(rows.map((row) => [row.chunkId, row]));
      return found.flatMap((row) => {
        const text = byId.get(row.chunkId);
        return text === undefined ? [] : [{ ...row, ...text }];
      });
    },
    rowsByBlob: (blobs, columns) => store.rowsByBlob(blobs, columns),
    scan: (columns) => memory.scan(columns),
    redactedRows: () => memory.redactedRows(),
    rowsWithTerms: (terms, most, columns, isWanted) => memory.rowsWithTerms(terms, most, columns, isWanted),
    bestByWords: (ranking, isWanted, limit, columns, beside) =>
      memory.bestByWords(ranking, isWanted, limit, columns, beside),
    bestByVector: (vector, isWanted, limit, columns, beside) =>
      memory.bestByVector(vector, isWanted, limit, columns, beside),
    afar: null,
    readTerms: (terms) => memory.readTerms(terms),
    termsWith: (start) => memory.termsWith(start),
    keepInMemory: () => memory.keepInMemory(),
    close: () => {
      memory.close();
      store.close();
    },
  };
}

/** Adds advice to an error: somebody else's file cannot be repaired, only obtained again. */
export function damagedIn(path: string, error: unknown): unknown {
  if (!isCoraError(error) || error.code !== 'BROKEN_INDEX') return error;
  const shown = isWebAddress(path) ? shownUrl(new URL(path)) : path;
  return new CoraError('BAD_ARTIFACT', `${shown} is damaged: ${error.message}`, {
    cause: error,
    hint: 'obtain it again; cora verify FILE   reads all of it',
  });
}

/** @throws CoraError NO_INDEX, USAGE, BAD_ARTIFACT, … */
export async function searchPackedHistory(
  named: string,
  request: CommitsRequest,
  surroundings: Reach,
): Promise<CommitSearchResult> {
  if (isStoreAddress(named)) {
    throw new CoraError('USAGE', 'An index in object storage holds no commits.', {
      hint: 'name a file that cora pack wrote, or leave --index out in a clone',
    });
  }
  const commits = await readPackedCommits(named, surroundings);
  const files = commits.flatMap((commit) => commit.files);
  return searchCommits(sourceInRecords(commits, files, Date.now()), request);
}

/**
 * Unpacks a packed file into the cache, once.
 * @returns the folder that holds repo_state.json
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX, STORE
 */
export async function openNamedStore(named: string, surroundings: Reach): Promise<string> {
  if (!isWebAddress(named)) return openPlace(named, surroundings);
  return (await fetchWebIndex(named, surroundings)).read((file) => openPlace(file, surroundings));
}

async function openPlace(path: string, { env, cacheDir }: Pick<Reach, 'env' | 'cacheDir'>): Promise<string> {
  if (isStoreAddress(path)) {
    throw new CoraError('USAGE', 'This command takes a folder or a packed index, not an address.', {
      hint: 'cora query, symbols, refs and related take --index ADDRESS',
    });
  }
  const found = await stat(path).catch(() => null);
  if (found === null) throw new CoraError('NO_INDEX', `${path} is not there.`, { hint: NAME_ONE });
  if (found.isDirectory()) {
    const dir = await indexIn(path);
    refuseLinks(dir, 'read');
    await refuseTracked(dir, env);
    return dir;
  }
  if (!found.isFile())
    throw new CoraError('BAD_ARTIFACT', `${path} is neither a file nor a directory.`, { hint: NAME_ONE });
  const content = sha256Hex(`${await sha256OfFile(path)} segments`);
  const target = join(cacheDir, 'artifacts', content);
  const isThere = async () => (await stat(target).catch(() => null)) !== null;
  makePrivate(dirname(target), true);
  if (!(await isThere())) {
    await unpackIndex(path, target, false).catch(async (error: unknown) => {
      // Another process may have been faster; its copy is just as good.
      if (!(isCoraError(error) && error.code === 'STORE' && (await isThere()))) throw error;
    });
  }
  return indexIn(target);
}

const NAME_ONE = 'Name a directory that holds repo_state.json, or a packed artifact (.tar).';
/** The folder may be the index's own, its parent or its grandparent. */
const DEPTH = 2;
/** The most indexes that a message names. */
const MOST_NAMED = 3;

/** @throws CoraError NO_INDEX */
async function indexIn(dir: string): Promise<string> {
  const indexes = await indexesBelow(dir, DEPTH);
  if (indexes.length === 1) return indexes[0]!;
  const message =
    indexes.length === 0
      ? `${dir} holds no index.`
      : `${dir} holds ${indexes.length} indexes: ${indexes.slice(0, MOST_NAMED).join(', ')}${indexes.length > MOST_NAMED ? ', …' : '.'}`;
  throw new CoraError('NO_INDEX', message, { hint: NAME_ONE });
}

async function indexesBelow(dir: string, depth: number): Promise<string[]> {
  if ((await stat(join(dir, 'repo_state.json')).catch(() => null)) !== null) return [dir];
  if (depth === 0) return [];
  const inner = (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return (await Promise.all(inner.map(({ name }) => indexesBelow(join(dir, name), depth - 1)))).flat();
}

export function noIndexIn(place: string): CoraError {
  return new CoraError('NO_INDEX', `There is no index in ${place}.`, { hint: NAME_ONE });
}
