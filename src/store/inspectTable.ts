/**
 * What is wrong with the table itself. Every row is read once: it is the only way to learn that a data file which the
 * table lists is gone or torn.
 */

import { isCoraError } from '../base/errors.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { BlobKey, RepoState } from '../base/types.ts';
import { bytesUnder } from './bytesUnder.ts';
import type { Finding } from './finding.ts';
import { inspectSums } from './inspectSums.ts';
import { firstLine, openTable } from './openTable.ts';
import { isTailLong } from './optimizeTable.ts';
import { decodeRows, ROW_COLUMNS } from './schema.ts';
import type { LocalTable, TableHandle } from './tableHandle.ts';
import { countUnindexed, WORD_INDEX } from './wordTail.ts';

/** More versions than any retention needs. */
const VERSIONS = 500;
/** Disk use beyond this multiple of what the newest version holds, plus a constant, is old versions. */
const BLOAT_FACTOR = 4;
const BLOAT_BYTES = 256 * 1024 * 1024;

export async function inspectTable(dir: string, state: RepoState | null): Promise<Finding[]> {
  try {
    const handle = await openTable(dir, null);
    try {
      return await inspect(handle, state);
    } finally {
      handle.close();
    }
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'BROKEN_INDEX') throw error;
    return [{ code: 'broken-table', message: error.message, fixable: true, fix: DROP }];
  }
}

const DROP = 'remove the table and index again';

async function inspect(handle: LocalTable, state: RepoState | null): Promise<Finding[]> {
  // First: LanceDB may never come back from a damaged file.
  const damage = await inspectSums(handle.directory);
  if (damage.rows.length > 0) return [missingFiles(handle, notAsWritten(damage.rows))];
  const read = await readAll(handle);
  if (typeof read === 'string') return [missingFiles(handle, read)];
  const words =
    damage.indexes.length > 0
      ? [brokenIndexes(notAsWritten(damage.indexes))]
      : await inspectWordIndex(handle, read.word);
  return [
    ...oldFiles([...damage.newer, ...damage.old]),
    ...missingRows(read.ids, state),
    ...duplicates(read.repeated),
    ...words,
    // An index that can't be read can't say what it covers either.
    ...(words.length === 0 ? await inspectUpkeep(handle) : []),
    // Counting versions reads all of them.
    ...(damage.old.length === 0 ? await inspectVersions(handle) : []),
  ];
}

interface AllRows {
  ids: Set<string>;
  /** Blobs with a chunk id that another row has too. */
  repeated: Set<BlobKey>;
  /** Any word of the index. */
  word: string | null;
}

/** @returns LanceDB's complaint where a row can't be read */
async function readAll({ reader }: TableHandle): Promise<AllRows | string> {
  const all: AllRows = { ids: new Set(), repeated: new Set(), word: null };
  try {
    for await (const batch of reader.select({ columns: ROW_COLUMNS })) {
      for (const row of decodeRows(batch, ['chunkId', 'blobSha', 'language', 'searchText'])) {
        if (all.ids.has(row.chunkId)) all.repeated.add(rowKeyOf(row));
        all.ids.add(row.chunkId);
        all.word ??= row.searchText.split(' ', 1)[0] || null;
      }
    }
    return all;
  } catch (error) {
    return firstLine(error);
  }
}

function missingFiles({ directory }: LocalTable, complaint: string): Finding {
  const message = `files of the table in ${directory} are missing or torn: ${complaint}`;
  return { code: 'missing-files', message, fixable: true, fix: DROP };
}

function missingRows(ids: ReadonlySet<string>, state: RepoState | null): Finding[] {
  if (state === null) return [];
  const files = Object.entries(state.files).filter(([, { chunks }]) => chunks.some((id) => !ids.has(id)));
  if (files.length === 0) return [];
  const message = `the table lacks chunks of ${files.length} file(s) of the last index, such as ${files[0]![0]}`;
  return [{ code: 'missing-rows', message, fixable: true, fix: 'index these files again' }];
}

function duplicates(blobs: ReadonlySet<BlobKey>): Finding[] {
  if (blobs.size === 0) return [];
  const message = `${blobs.size} file version(s) are in the table more than once`;
  return [{ code: 'duplicate-chunks', message, fixable: true, fix: 'remove them and index them again' }];
}

async function inspectWordIndex({ reader }: TableHandle, word: string | null): Promise<Finding[]> {
  if (word === null) return [];
  try {
    if (!(await reader.hasIndex(WORD_INDEX))) return [];
    const words = { column: 'searchText', text: word };
    for await (const _ of reader.select({ words, limit: 1, columns: ['chunkId', '_score'] }));
    return [];
  } catch (error) {
    return [brokenIndexes(firstLine(error))];
  }
}

function brokenIndexes(complaint: string): Finding {
  const message = `the word index can't be read: ${complaint}`;
  return { code: 'broken-word-index', message, fixable: true, fix: 'build it again from the rows' };
}

function oldFiles(files: readonly string[]): Finding[] {
  if (files.length === 0) return [];
  const message = `files of earlier versions of the table: ${notAsWritten(files)}`;
  return [{ code: 'damaged-old-files', message, fixable: true, fix: 'remove them' }];
}

function notAsWritten(files: readonly string[]): string {
  return `${files.length} are not as they were written, such as ${files[0]}`;
}

async function inspectUpkeep({ reader }: TableHandle): Promise<Finding[]> {
  const rows = await reader.countRows();
  const unindexed = await countUnindexed(reader);
  if (!isTailLong(rows, unindexed)) return [];
  const message = `${unindexed} of ${rows} rows are not in the word index: searches are slow`;
  return [{ code: 'unindexed-rows', message, fixable: true, fix: 'index them' }];
}

async function inspectVersions({ table, reader, directory }: LocalTable): Promise<Finding[]> {
  const versions = await reader.countVersions();
  const { totalBytes } = await table.stats();
  const bytes = await bytesUnder(directory);
  if (versions <= VERSIONS && bytes <= totalBytes * BLOAT_FACTOR + BLOAT_BYTES) return [];
  const message = `${versions} versions of the table take ${megabytes(bytes)} MB, the newest one ${megabytes(totalBytes)} MB`;
  return [{ code: 'version-bloat', message, fixable: true, fix: 'remove the old ones' }];
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
