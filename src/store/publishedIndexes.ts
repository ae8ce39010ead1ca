/**
 * The indexes in object storage. The table published.lance has a row for each, which holds the
 * view's statistics and the version of the chunk table with the view's rows. It is written last, in
 * one commit, so a reader sees one index or another, never a mixture. The chunk table is opened as
 * a local one is: at a fixed version for reading, at the newest for writing.
 */

import type { Table } from '@lancedb/lancedb';
import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import { type Storage, wording } from './connectStorage.ts';
import { ChunkStore } from './openStore.ts';
import { checkSchema, DATA_STORAGE_VERSION, isIn, type ReadTable, readTable, type TableHandle } from './openTable.ts';
import { chunkSchema, dataOf, textsOf } from './schema.ts';
import type { StoreAddress } from './storeAddress.ts';
import { storageFailure } from './storeFailure.ts';

/**
 * Describes an index without reading it. It is one column of JSON, so that listing takes two
 * requests.
 */
export interface PublishedRow {
  /** A unique id of this row. */
  id: string;
  /** A number, as text. */
  format: string;
  /** When publishing began, ISO 8601. */
  at: string;
  fingerprint: string;
  commit: string;
  /** The manifest of a packed index as JSON, without members. */
  manifest: string;
  /** The version of the chunk table that holds its rows, a number as text. */
  version: string;
  /** When that version was made, ISO 8601. It may be older than this row. */
  versionAt: string;
  /** SHA-256 of the view's statistics. */
  viewDigest: string;
}

/**
 * The version of the layout: published.lance, and chunks-<fingerprint>.lance like a local store. 1:
 * first. 2: the files of a view stand in the view alone.
 */
export const PUBLISHED_VERSION = 2;

const TABLE = 'published';
const COLUMNS = ['id', 'about', 'view'];
/** Fields that every format has. Other fields are empty if they are missing. */
const FIELDS = ['id', 'format', 'at', 'fingerprint'] as const;
const MORE = ['commit', 'manifest', 'version', 'versionAt', 'viewDigest'] as const;

export interface PublishedTable {
  /** Newest first. */
  rows: PublishedRow[];
  /** Returns the view in the form of views/<id>.view, compressed with Brotli. */
  view(row: PublishedRow): Promise<Buffer>;
}

/** @returns no rows if nothing was published. @throws CoraError BROKEN_INDEX, NETWORK, … */
export async function readPublished(storage: Storage): Promise<PublishedTable> {
  const { address } = storage;
  const table = await storage.open(TABLE);
  if (table === null) return { rows: [], view: () => Promise.reject(foreign(address.uri)) };
  const reader = readTable(storage.lance, table);
  await checkColumns(reader, address);
  const listed = await wording(address, 'read', listRows(reader));
  const rows = listed.filter((row) => row !== null);
  if (rows.length < listed.length) throw foreign(address.uri);
  const places = new Map(rows.map(({ id }, at) => [id, at]));
  return {
    rows: rows.sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? 1 : -1)),
    view: async ({ id }) => {
      const found = await wording(address, 'read', viewAt(reader, places.get(id)!));
      if (found?.id !== id) throw foreign(address.uri);
      return found.view;
    },
  };
}

/** Adds a row in one commit. @param view compressed. @throws CoraError STORE, NETWORK */
export async function addPublished(storage: Storage, about: PublishedRow, view: Buffer): Promise<void> {
  const { connection, address } = storage;
  const row = { id: about.id, about: JSON.stringify(about), view };
  let isIn = false;
  const table = await openOrCreate(storage, TABLE, async () => {
    const made = await connection.createTable(TABLE, [row], { mode: 'create' });
    isIn = true;
    return made;
  });
  if (!isIn) await wording(address, 'append', table.add([row]));
}

export async function removePublished(storage: Storage, ids: readonly string[]): Promise<void> {
  const table = ids.length === 0 ? null : await storage.open(TABLE);
  if (table === null) return;
  await wording(storage.address, 'remove', table.delete(isIn('id', ids)));
  // Removed rows take megabytes. They are freed now and then, after a day in which somebody may
  // still read them.
  if ((await table.version()) % UPKEEP_EVERY > 1) return;
  await wording(storage.address, 'optimize', table.optimize({ cleanupOlderThan: new Date(Date.now() - DAY_MS) }));
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** In versions. Adding and removing a row make two. */
const UPKEEP_EVERY = 16;

async function checkColumns(reader: ReadTable, address: StoreAddress): Promise<void> {
  const { fields } = await wording(address, 'read', reader.schema());
  const there = fields.map(({ name }) => name);
  if (there.length !== COLUMNS.length || !COLUMNS.every((column) => there.includes(column))) throw foreign(address.uri);
}

/** @returns null for a row that Cora did not write; other rows keep their places */
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

/** Reads a row by its place, as its content is large. */
async function viewAt(reader: ReadTable, at: number): Promise<{ id: string; view: Buffer } | null> {
  for await (const batch of reader.select({ offsets: [at], columns: ['id', 'view'] })) {
    const { values, valueOffsets } = dataOf(batch, 'view');
    // A copy, so that the memory of the whole batch can be freed.
    const view = () => Buffer.from((values as Uint8Array).subarray(valueOffsets[0], valueOffsets[1]));
    if (batch.numRows > 0) return { id: textsOf(dataOf(batch, 'id'))(0), view: view() };
  }
  return null;
}

function foreign(uri: string): CoraError {
  return new CoraError('BROKEN_INDEX', `${uri} holds a table "${TABLE}" that is not one of Cora, or is damaged.`, {
    hint: 'choose another prefix',
  });
}

export interface ChunksPlace {
  storage: Storage;
  fingerprint: string;
  dimensions: number;
}

/** Opens the table at this version and stays there. @throws CoraError BROKEN_INDEX, NETWORK, … */
export async function readChunks(place: ChunksPlace, version: number): Promise<ChunkStore> {
  const { storage, dimensions } = place;
  const { address } = storage;
  const table = await storage.open(nameOf(place), version);
  if (table === null) {
    throw new CoraError('BROKEN_INDEX', `The rows of the index in ${address.uri} are gone.`, {
      hint: `cora push ${address.uri}   writes them again`,
    });
  }
  try {
    return new ChunkStore(await handleOf(place, table), 'read', dimensions);
  } catch (error) {
    table.close();
    throw error;
  }
}

async function handleOf({ storage, dimensions }: ChunksPlace, table: Table): Promise<TableHandle> {
  const { address, lance } = storage;
  const reader = readTable(lance, table);
  checkSchema(await wording(address, 'open', reader.schema()), dimensions, address.uri);
  return {
    ...{ lance, table, reader, directory: null },
    failure: (error, verb) => storageFailure(error, address, verb),
    close: () => table.close(),
  };
}

export interface ChunksVersion {
  version: string;
  /** ISO 8601. */
  versionAt: string;
}

export interface WritableChunks {
  store: ChunkStore;
  /** From now on also sees what others wrote. @returns that version and when it was made */
  settle(): Promise<ChunksVersion>;
}

/**
 * Opens the table for writing, and creates it if there is none. @throws CoraError
 * INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH, …
 */
export async function writeChunks(place: ChunksPlace): Promise<WritableChunks> {
  const { storage, dimensions } = place;
  const { address } = storage;
  const name = nameOf(place);
  const table = await openOrCreate(storage, name, () =>
    storage.connection.createEmptyTable(name, chunkSchema(dimensions), {
      mode: 'create',
      dataStorageVersion: DATA_STORAGE_VERSION,
    }),
  );
  return {
    store: new ChunkStore(await handleOf(place, table), 'write', dimensions),
    settle: async () => {
      const version = await storage.refresh(name, table);
      const versions = await wording(address, 'read', table.listVersions());
      const made = versions.find((one) => one.version === version)?.timestamp ?? new Date(0);
      return { version: String(version), versionAt: made.toISOString() };
    },
  };
}

/** Creates a missing table; somebody else may be faster. */
async function openOrCreate(storage: Storage, name: string, create: () => Promise<Table>): Promise<Table> {
  const table = await storage.open(name);
  if (table !== null) return table;
  try {
    return await create();
  } catch (error) {
    const there = await storage.open(name);
    if (there === null) throw storageFailure(error, storage.address, 'create');
    return there;
  }
}

function nameOf({ fingerprint }: ChunksPlace): string {
  return `chunks-${fingerprint}`;
}
