/**
 * published.lance: which indexes lie in a place, one row for each. A row is written last and in one commit, with the view's statistics
 * in it, and names the version of the chunk table that holds the view's rows: so a reader sees one index or another, never a mixture.
 */

import type { Table } from '@lancedb/lancedb';
import { CoraError } from '../errors.ts';
import { openStored, type Storage, said } from './connectStorage.ts';
import { isIn } from './filter.ts';

/** What is known of a published index without reading it. What others wrote: nothing in it is checked but its types. */
export interface PublishedRow {
  /** Of this row alone. */
  id: string;
  format: number;
  /** ISO 8601, when its publishing began. */
  at: string;
  fingerprint: string;
  commit: string;
  /** JSON: a manifest as packed indexes have it, whose only member is files.json. */
  manifest: string;
  /** Of the chunk table, that holds its rows. */
  version: number;
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

/**
 * The layout: published.lance, and chunks-<fingerprint>.lance with the columns of a local store.
 * 1: first.
 */
export const PUBLISHED_VERSION = 1;

const TABLE = 'published';
const LISTED = [
  'id',
  'format',
  'at',
  'fingerprint',
  'commit',
  'manifest',
  'version',
  'versionAt',
  'viewDigest',
] as const;

export interface PublishedTable {
  /** Newest first. */
  rows: PublishedRow[];
  content<K extends keyof PublishedContent>(row: PublishedRow, column: K): Promise<Buffer>;
}

/** @returns no rows where nothing was published yet @throws CoraError BROKEN_INDEX, NETWORK, USAGE, STORE */
export async function readPublished(storage: Storage): Promise<PublishedTable> {
  const { address } = storage;
  const table = await openStored(storage, TABLE);
  if (table === null) return { rows: [], content: async () => Promise.reject(foreign(address.uri)) };
  await checkColumns(table, address.uri);
  const listed = (await said(
    address,
    'read',
    table
      .query()
      .select([...LISTED])
      .toArray(),
  )) as PublishedRow[];
  const rows = listed.map(({ id, format, at, fingerprint, commit, manifest, version, versionAt, viewDigest }) => ({
    ...{ id, format: Number(format), at, fingerprint, commit, manifest },
    ...{ version: Number(version), versionAt, viewDigest },
  }));
  const places = new Map(rows.map(({ id }, at) => [id, at]));
  return {
    rows: [...rows].sort((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? 1 : -1)),
    content: async ({ id }, column) => {
      const taking = table
        .takeOffsets([places.get(id)!])
        .select(['id', column])
        .toArray();
      const [found] = (await said(address, 'read', taking)) as { id: string; view?: Uint8Array; files?: Uint8Array }[];
      const bytes = found?.[column];
      if (found?.id !== id || !(bytes instanceof Uint8Array)) throw foreign(address.uri);
      return Buffer.from(bytes);
    },
  };
}

/** In one commit. @throws CoraError STORE, NETWORK */
export async function addPublished(storage: Storage, row: PublishedRow & PublishedContent): Promise<void> {
  const { connection, address } = storage;
  const table = await openStored(storage, TABLE);
  if (table !== null) {
    await said(address, 'append', table.add([{ ...row }]));
    return;
  }
  try {
    await connection.createTable(TABLE, [{ ...row }], { mode: 'create' });
  } catch (error) {
    // Somebody else's first one was faster.
    const there = await openStored(storage, TABLE);
    if (there === null) throw await said(address, 'create', Promise.reject(error));
    await said(address, 'append', there.add([{ ...row }]));
  }
}

export async function removePublished(storage: Storage, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const table = await openStored(storage, TABLE);
  if (table === null) return;
  await said(storage.address, 'remove', table.delete(isIn('id', ids)));
  // What was removed holds megabytes. It is given back now and then, after a day in which somebody may still read it.
  if ((await table.version()) % UPKEEP_EVERY > 1) return;
  await said(storage.address, 'optimize', table.optimize({ cleanupOlderThan: new Date(Date.now() - DAY_MS) }));
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Versions; a row that is added and one that is removed make two. */
const UPKEEP_EVERY = 16;

async function checkColumns(table: Table, uri: string): Promise<void> {
  const there = new Set((await table.schema()).fields.map(({ name }) => name));
  if (![...LISTED, 'view', 'files'].every((column) => there.has(column))) throw foreign(uri);
}

function foreign(uri: string): CoraError {
  return new CoraError('BROKEN_INDEX', `${uri} holds a table "${TABLE}" that is not one of Cora, or is damaged.`, {
    hint: 'choose another prefix',
  });
}
