/**
 * The indexes in a place of object storage. published.lance names them, a row each, written last
 * and in one commit, with the view's statistics in it and the version of the chunk table that holds
 * the view's rows: so a reader sees one index or another, never a mixture. The chunk table stands
 * behind the door of a local one: at one version to read, at the newest to write.
 */

import type { Table } from '@lancedb/lancedb';
import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import {
  readCloudTable,
  type Storage,
  stayAt,
  storedTableOf,
  type WritableStorage,
  wording,
} from './connectStorage.ts';
import { loadNativeLance } from './loadLance.ts';
import { ChunkStore } from './openStore.ts';
import { checkSchema, DATA_STORAGE_VERSION, isIn, type ReadTable, type TableSelection } from './openTable.ts';
import type { Batch } from './readBatch.ts';
import { chunkSchema, dataOf, textsOf } from './schema.ts';
import type { StoreAddress } from './storeAddress.ts';
import { storageFailure } from './storeFailure.ts';

/** Known of an index without reading it; one column of JSON, so that a list is two requests. */
export interface PublishedRow {
  /** The id of this row alone. */
  id: string;
  /** A number. */
  format: string;
  /** ISO 8601, when its publishing began. */
  at: string;
  fingerprint: string;
  commit: string;
  /** JSON: a manifest as packed indexes have it, whose only member is files.json. */
  manifest: string;
  /** The version of the chunk table, that holds its rows: a number. */
  version: string;
  /** ISO 8601: when that version was made. It may be older than this row. */
  versionAt: string;
  /** SHA-256 of the view's statistics. */
  viewDigest: string;
}

/** Both under Brotli. */
export interface PublishedContent {
  /** The view's statistics, as views/<id>.view. */
  view: Buffer;
  /** files.json of a packed index. */
  files: Buffer;
}

/** The layout: published.lance, and chunks-<fingerprint>.lance like a local store. 1: first. */
export const PUBLISHED_VERSION = 1;

const TABLE = 'published';
const COLUMNS = ['id', 'about', 'view', 'files'];
/** The fields that every format has; the others are empty where they are missing. */
const FIELDS = ['id', 'format', 'at', 'fingerprint'] as const;
const MORE = ['commit', 'manifest', 'version', 'versionAt', 'viewDigest'] as const;

export interface PublishedTable {
  /** Newest first. */
  rows: PublishedRow[];
  content(row: PublishedRow, column: keyof PublishedContent): Promise<Buffer>;
}

/** @returns no rows where nothing was published. @throws CoraError BROKEN_INDEX, NETWORK, … */
export async function readPublished(storage: Storage): Promise<PublishedTable> {
  const { address } = storage;
  const stored = await storage.open(TABLE);
  if (stored === null) return { rows: [], content: () => Promise.reject(foreign(address.uri)) };
  const { reader } = stored;
  await checkColumns(reader, address);
  const listed = await wording(address, 'read', listRows(reader));
  const rows = listed.filter((row) => row !== null);
  if (rows.length < listed.length) throw foreign(address.uri);
  const places = new Map(rows.map(({ id }, at) => [id, at]));
  // By its place a row is read alone. A database gives rows in no order.
  const placeOf = (id: string) =>
    address.scheme === 'db' ? { where: isIn('id', [id]) } : { offsets: [places.get(id)!] };
  return {
    rows: rows.sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? 1 : -1)),
    content: async ({ id }, column) => {
      const found = await wording(address, 'read', contentAt(reader, placeOf(id), column));
      if (found?.id !== id) throw foreign(address.uri);
      return found.content;
    },
  };
}

/** In one commit. @throws CoraError STORE, NETWORK */
export async function addPublished(
  storage: WritableStorage,
  about: PublishedRow,
  { view, files }: PublishedContent,
): Promise<void> {
  const { connection, address } = storage;
  const row = { id: about.id, about: JSON.stringify(about), view, files };
  let isIn = false;
  const table = await openOrCreate(storage, TABLE, async (name) => {
    const made = await connection.createTable(name, [row], { mode: 'create' });
    isIn = true;
    return made;
  });
  if (!isIn) await wording(address, 'append', table.add([row]));
}

export async function removePublished(storage: WritableStorage, ids: readonly string[]): Promise<void> {
  const stored = ids.length === 0 ? null : await storage.openToWrite(TABLE);
  if (stored === null) return;
  const { table } = stored;
  await wording(storage.address, 'remove', table.delete(isIn('id', ids)));
  // What was removed holds megabytes. It is given back now and then, after a day in which somebody
  // may still read it.
  if (storage.address.scheme === 'db' || (await table.version()) % UPKEEP_EVERY > 1) return;
  await wording(storage.address, 'optimize', table.optimize({ cleanupOlderThan: new Date(Date.now() - DAY_MS) }));
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Versions; a row that is added and one that is removed make two. */
const UPKEEP_EVERY = 16;

async function checkColumns(reader: ReadTable, address: StoreAddress): Promise<void> {
  const { fields } = await wording(address, 'read', reader.schema());
  const there = new Set(fields.map(({ name }) => name));
  if (!COLUMNS.every((column) => there.has(column))) throw foreign(address.uri);
}

/** @returns null for what is no row of Cora's: it keeps its place */
async function listRows(reader: ReadTable): Promise<(PublishedRow | null)[]> {
  const rows: (PublishedRow | null)[] = [];
  for await (const batch of reader.select({ columns: ['about'] })) {
    const text = textsOf(dataOf(batch, 'about'));
    for (let at = 0; at < batch.numRows; at++) rows.push(parseRow(text(at)));
  }
  return rows;
}

function parseRow(json: string): PublishedRow | null {
  const value = parseOrNull(json, SMALL_JSON) as Partial<Record<string, unknown>> | null;
  const textOf = (field: string): string => (typeof value?.[field] === 'string' ? value[field] : '');
  const row = Object.fromEntries([...FIELDS, ...MORE].map((field) => [field, textOf(field)]));
  return FIELDS.every((field) => row[field] !== '') ? (row as unknown as PublishedRow) : null;
}

async function contentAt(
  reader: ReadTable,
  place: Pick<TableSelection, 'offsets' | 'where'>,
  column: keyof PublishedContent,
): Promise<{ id: string; content: Buffer } | null> {
  for await (const batch of reader.select({ ...place, columns: ['id', column] })) {
    if (batch.numRows > 0) return { id: textsOf(dataOf(batch, 'id'))(0), content: firstBytes(batch, column) };
  }
  return null;
}

function firstBytes(batch: Batch, column: string): Buffer {
  const { values, valueOffsets } = dataOf(batch, column);
  // A copy: the batch's memory is one piece.
  return Buffer.from((values as Uint8Array).subarray(valueOffsets[0], valueOffsets[1]));
}

function foreign(uri: string): CoraError {
  return new CoraError('BROKEN_INDEX', `${uri} holds a table "${TABLE}" that is not one of Cora, or is damaged.`, {
    hint: 'choose another prefix',
  });
}

export interface ChunksPlace<S extends Storage = Storage> {
  storage: S;
  fingerprint: string;
  dimensions: number;
}

/** Reads the table at that version, and stays there. @throws CoraError BROKEN_INDEX, NETWORK, … */
export async function readChunks(place: ChunksPlace, version: number): Promise<ChunkStore> {
  const { storage, dimensions } = place;
  const { address } = storage;
  // A database may have pruned it.
  const isServed = address.scheme === 'db';
  const stored = await storage.open(nameOf(place), isServed ? undefined : version);
  if (stored === null) {
    throw new CoraError('BROKEN_INDEX', `The rows of the index in ${address.uri} are gone.`, {
      hint: `cora push ${address.uri}   writes them again`,
    });
  }
  const { native } = stored;
  try {
    const reader = isServed
      ? readCloudTable(loadNativeLance(), native, address.uri, await wording(address, 'open', stayAt(native, version)))
      : stored.reader;
    checkSchema((await wording(address, 'open', reader.schema())).fields, dimensions, address.uri);
    const handle = { reader, directory: null, isServed, failure: failureIn(address), close: () => native.close() };
    return new ChunkStore(handle, null, dimensions);
  } catch (error) {
    native.close();
    throw error;
  }
}

export interface ChunksVersion {
  version: string;
  /** ISO 8601. */
  versionAt: string;
}

export interface WritableChunks {
  store: ChunkStore;
  /** Sees what others wrote too, from now on. @returns that version, and when it was made */
  settle(): Promise<ChunksVersion>;
}

/** Created where there is none. @throws CoraError INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH, … */
export async function writeChunks(place: ChunksPlace<WritableStorage>): Promise<WritableChunks> {
  const { storage, dimensions } = place;
  const { address, lance } = storage;
  const table = await openOrCreate(storage, nameOf(place), (name) =>
    storage.connection.createEmptyTable(name, chunkSchema(dimensions), {
      mode: 'create',
      dataStorageVersion: DATA_STORAGE_VERSION,
    }),
  );
  const { reader } = storedTableOf(table, address);
  checkSchema((await wording(address, 'open', reader.schema())).fields, dimensions, address.uri);
  const close = (): void => table.close();
  const isServed = address.scheme === 'db';
  const handle = { lance, table, reader, directory: null, isServed, failure: failureIn(address), close };
  return {
    store: new ChunkStore(handle, handle, dimensions),
    settle: async () => {
      const version = await storage.refresh(nameOf(place), table);
      const versions = await wording(address, 'read', table.listVersions());
      const made = versions.find((one) => one.version === version)?.timestamp ?? new Date(0);
      return { version: String(version), versionAt: made.toISOString() };
    },
  };
}

/** Creates a table where there is none; somebody else's may have been faster. */
async function openOrCreate(
  storage: WritableStorage,
  name: string,
  create: (name: string) => Promise<Table>,
): Promise<Table> {
  const stored = await storage.openToWrite(name);
  if (stored !== null) return stored.table;
  try {
    return await create(storage.address.prefix + name);
  } catch (error) {
    const there = await storage.openToWrite(name);
    if (there === null) throw storageFailure(error, storage.address, 'create');
    return there.table;
  }
}

function nameOf({ fingerprint }: ChunksPlace): string {
  return `chunks-${fingerprint}`;
}

function failureIn(address: StoreAddress) {
  return (error: unknown, verb: string): CoraError => storageFailure(error, address, verb);
}
