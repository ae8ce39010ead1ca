/**
 * The table on disk: opened, created, reopened. Everything that touches LanceDB's table goes through a `TableHandle`, so
 * that a handle whose version was cleaned up by a writer recovers. What is read and written is lanceStore.ts.
 */

import { access, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection, Table } from '@lancedb/lancedb';
import { CoraError, isCoraError } from '../errors.ts';
import { type Lance, loadLance } from './loadLance.ts';
import { ROW_COLUMNS, schemaOf } from './schema.ts';

const TABLE = 'chunks';

/** 2.0 and not 2.1: with 2.1 files, building a full-text index deadlocks on machines of one to three CPUs (lancedb#3568). */
export const DATA_STORAGE_VERSION = '2.0' as never;

export const CONNECTION = {
  // Every read sees the newest version, at the price of one directory listing (about 0.1 ms).
  readConsistencyInterval: 0,
  // Or connecting, even to read, would write a table of tables (`__manifest`) that nobody needs.
  namespaceClientProperties: { manifest_enabled: 'false' },
};

export const DOCTOR_HINT = 'run: cora doctor --fix';

export interface TableHandle {
  readonly lance: Lance;
  readonly connection: Connection;
  readonly table: Table;
  readonly directory: string;
}

/** The folder that LanceDB keeps the table in. */
export function tableDirectory(dir: string, name = TABLE): string {
  return join(dir, `${name}.lance`);
}

/** Tells a table from one that was made in its place: a handle to the first one knows nothing of that. */
export async function tableStamp(dir: string): Promise<string> {
  const found = await stat(tableDirectory(dir)).catch(() => null);
  return found === null ? '' : `${found.ino} ${found.birthtimeMs}`;
}

/** True once the table's first version was committed; a folder without one is what a killed creation leaves behind. */
export async function hasTable(dir: string, name = TABLE): Promise<boolean> {
  const versions = join(tableDirectory(dir, name), '_versions');
  const names = await readdir(versions).catch(() => []);
  return names.some((name) => name.endsWith('.manifest'));
}

/**
 * @param dimensions expected length of the vectors; null takes what is there
 * @throws CoraError NO_INDEX, BROKEN_INDEX, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH or PLATFORM
 */
export async function openTable(dir: string, dimensions: number | null): Promise<TableHandle> {
  if (!(await hasTable(dir))) {
    const broken = await access(tableDirectory(dir)).then(
      () => true,
      () => false,
    );
    if (broken)
      throw new CoraError('BROKEN_INDEX', `the index in ${dir} was never finished`, { hint: 'run: cora index' });
    throw new CoraError('NO_INDEX', `there is no index in ${dir}`, { hint: 'run: cora index' });
  }
  const lance = await loadLance();
  try {
    const connection = await lance.connect(dir, CONNECTION);
    const table = await connection.openTable(TABLE);
    if (dimensions !== null) checkSchema(await table.schema(), dimensions, dir);
    return { lance, connection, table, directory: tableDirectory(dir) };
  } catch (error) {
    if (isCoraError(error)) throw error;
    throw new CoraError('BROKEN_INDEX', `the index in ${dir} cannot be opened: ${firstLine(error)}`, {
      hint: DOCTOR_HINT,
      cause: error,
    });
  }
}

/** Creates an empty table, in place of what a killed creation left. */
export async function createTable(dir: string, dimensions: number): Promise<TableHandle> {
  const lance = await loadLance();
  try {
    await mkdir(dir, { recursive: true });
    const connection = await lance.connect(dir, CONNECTION);
    const options = { mode: 'overwrite', dataStorageVersion: DATA_STORAGE_VERSION } as const;
    const table = await connection.createEmptyTable(TABLE, schemaOf(dimensions), options);
    return { lance, connection, table, directory: tableDirectory(dir) };
  } catch (error) {
    throw new CoraError('STORE', `no index can be written in ${dir}: ${firstLine(error)}`, {
      hint: 'check permissions and free space, or choose another place with --store DIR',
      cause: error,
    });
  }
}

/** @throws CoraError when the table was made by another chunker or embedder than the caller's */
function checkSchema(schema: Awaited<ReturnType<Table['schema']>>, dimensions: number, dir: string): void {
  const types = new Map(schema.fields.map((field) => [field.name, field.type as { listSize?: number }]));
  const missing = ROW_COLUMNS.filter((column) => !types.has(column));
  if (missing.length > 0) {
    throw new CoraError('INCOMPATIBLE_INDEX', `the index in ${dir} has no column ${missing.join(', ')}`, {
      hint: 'run: cora index --full',
    });
  }
  const found = types.get('vector')?.listSize;
  if (found !== dimensions) {
    throw new CoraError(
      'EMBEDDER_MISMATCH',
      `the index in ${dir} holds vectors of ${found} dimensions, not ${dimensions}`,
      {
        hint: 'run: cora index --full',
      },
    );
  }
}

/** LanceDB's messages carry its source positions on further lines. */
export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // LanceDB ends its messages with the place in its own sources.
  return message
    .split('\n', 1)[0]!
    .replace(/,? ?(at )?\/\S+\.rs:\d+(:\d+)?/g, '')
    .slice(0, 300);
}
