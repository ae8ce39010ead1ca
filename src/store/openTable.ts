/**
 * The table on disk: opened, created, reopened. Everything that touches LanceDB's table goes through a handle (tableHandle.ts), so
 * that one whose version was cleaned up by a writer recovers. What is read and written is lanceStore.ts.
 */

import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError, ifAbsent, isCoraError, systemFailure } from '../base/errors.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import type { Field } from './readBatch.ts';
import { ROW_COLUMNS, schemaOf } from './schema.ts';
import { type LocalTable, openToRead, openToWrite, type ReadHandle, tableDirectory } from './tableHandle.ts';

/** The table's name. */
export const CHUNKS = 'chunks';
/** Of prose about them, where somebody asked for it. */
export const COMMENTARY = 'commentary';

/** 2.0 and not 2.1: with 2.1 files, building a full-text index deadlocks on machines of one to three CPUs (lancedb#3568). */
export const DATA_STORAGE_VERSION = '2.0' as never;

export const DOCTOR_HINT = 'run: cora doctor --fix';

/** Tells a table from one that was made in its place: a handle to the first one knows nothing of that. */
export async function tableStamp(dir: string): Promise<string> {
  const found = await stat(tableDirectory(dir, CHUNKS)).catch(() => null);
  return found === null ? '' : `${found.ino} ${found.birthtimeMs}`;
}

/**
 * Of the table's indexes: another one after each rewriting. LanceDB keeps what it has read of them, and their files open, for as long as
 * a connection lives; whoever stays opens the table anew then.
 */
export async function indexStamp(dir: string): Promise<string> {
  const found = await stat(join(tableDirectory(dir, CHUNKS), '_indices')).catch(() => null);
  return found === null ? '' : String(found.mtimeMs);
}

/** Of the rows: another one after each commit to the table. */
export async function rowsStamp(dir: string): Promise<string> {
  const found = await stat(join(tableDirectory(dir, CHUNKS), '_versions')).catch(() => null);
  return found === null ? '' : String(found.mtimeMs);
}

/**
 * True once the table's first version was committed; a folder without one is what a killed creation leaves behind.
 *
 * @throws CoraError STORE where that cannot be seen: a writer would put an empty table in its place
 */
export async function hasTable(dir: string, name = CHUNKS): Promise<boolean> {
  const versions = join(tableDirectory(dir, name), '_versions');
  const names = await readdir(versions)
    .catch(ifAbsent([]))
    .catch((error: unknown) => {
      throw systemFailure(error, `the index in ${dir} cannot be opened`) ?? error;
    });
  return names.some((name) => name.endsWith('.manifest'));
}

/**
 * @param dimensions expected length of the vectors; null takes what is there
 * @throws CoraError NO_INDEX, BROKEN_INDEX, INCOMPATIBLE_INDEX, EMBEDDER_MISMATCH or PLATFORM
 */
export async function openTable(dir: string, dimensions: number | null): Promise<LocalTable> {
  return open(dir, dimensions, () => openToWrite(dir, CHUNKS));
}

/** As openTable, without what only writers need. */
export async function openTableToRead(dir: string, dimensions: number | null): Promise<ReadHandle> {
  return open(dir, dimensions, () => openToRead(dir, CHUNKS));
}

async function open<T extends ReadHandle>(
  dir: string,
  dimensions: number | null,
  connect: () => Promise<T>,
): Promise<T> {
  if (!(await hasTable(dir))) {
    const broken = await access(tableDirectory(dir, CHUNKS)).then(
      () => true,
      () => false,
    );
    if (broken)
      throw new CoraError('BROKEN_INDEX', `the index in ${dir} was never finished`, { hint: 'run: cora index' });
    throw new CoraError('NO_INDEX', `there is no index in ${dir}`, { hint: 'run: cora index' });
  }
  try {
    const handle = await connect();
    try {
      if (dimensions !== null) checkSchema((await handle.reader.schema()).fields, dimensions, dir);
      return handle;
    } catch (error) {
      handle.close();
      throw error;
    }
  } catch (error) {
    const known = isCoraError(error) ? error : systemFailure(error, `the index in ${dir} cannot be opened`);
    if (known !== null) throw known;
    throw new CoraError('BROKEN_INDEX', `the index in ${dir} cannot be opened: ${firstLine(error)}`, {
      hint: DOCTOR_HINT,
      cause: error,
    });
  }
}

/** Creates an empty table, in place of what a killed creation left. */
export async function createTable(dir: string, dimensions: number): Promise<LocalTable> {
  const options = { mode: 'overwrite', dataStorageVersion: DATA_STORAGE_VERSION } as const;
  try {
    makePrivate(dir);
    return await openToWrite(dir, CHUNKS, (connection) =>
      connection.createEmptyTable(CHUNKS, schemaOf(dimensions), options),
    );
  } catch (error) {
    const known = isCoraError(error) ? error : systemFailure(error, `no index can be written in ${dir}`);
    if (known !== null) throw known;
    throw new CoraError('STORE', `no index can be written in ${dir}: ${firstLine(error)}`, {
      hint: 'check permissions and free space, or choose another place with --store DIR',
      cause: error,
    });
  }
}

/** @throws CoraError when the table was made by another chunker or embedder than the caller's */
export function checkSchema(fields: readonly Field[], dimensions: number, dir: string): void {
  const sizes = new Map(fields.map(({ name, size }) => [name, size]));
  const missing = ROW_COLUMNS.filter((column) => !sizes.has(column));
  if (missing.length > 0) {
    throw new CoraError('INCOMPATIBLE_INDEX', `the index in ${dir} has no column ${missing.join(', ')}`, {
      hint: 'run: cora index --full',
    });
  }
  const found = sizes.get('vector');
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

/** Words of whatever loads a dictionary: the one thing that LanceDB reads outside of a table, and it quotes the lines that it cannot use. */
const OF_DICTIONARIES = /dictionar|tokenizer|language.model|jieba|lindera/i;

/** LanceDB's messages carry its source positions on further lines. They reach agents and browsers. */
export function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (OF_DICTIONARIES.test(message)) return 'LanceDB refuses, in words that may quote a file';
  // LanceDB ends its messages with the place in its own sources.
  return message
    .split('\n', 1)[0]!
    .slice(0, 2000)
    .replace(/,? ?(at )?\/\S+\.rs:\d+(:\d+)?/g, '')
    .slice(0, 300);
}
