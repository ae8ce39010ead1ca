/**
 * `cora doctor`'s look at one store: what is wrong in the folder of one fingerprint, and with the table itself. Every row is read once: it
 * is the only way to learn that a data file which the table lists is gone or torn. Looks only; the repairs are repairStore.ts.
 */

import { access } from 'node:fs/promises';
import { type CoraError, isCoraError } from '../base/errors.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import type { BlobKey, RepoState } from '../base/types.ts';
import { inspectSums } from './fileSums.ts';
import { loadLance } from './loadLance.ts';
import { CHUNKS, hasTable, type LocalTable, openTable, type TableHandle, tableDirectory } from './openTable.ts';
import { bytesUnder, isTailLong } from './optimizeTable.ts';
import { listTempFiles } from './replaceFile.ts';
import { decodeRows, ROW_COLUMNS } from './schema.ts';
import { countUnindexed, WORD_INDEX } from './searchTable.ts';
import { isDoubtful, outcomesFile, parseOutcomes, readState } from './state.ts';
import { firstLine } from './storeFailure.ts';
import { isLockStale } from './withWriteLock.ts';

/** @returns nothing for a healthy store */
export async function inspectStore(dir: string): Promise<Finding[]> {
  const findings = [...inspectLock(dir), ...(await inspectFiles(dir))];
  const state = await inspectState(dir, findings);
  if (await hasTable(dir)) {
    if (state === null && findings.every(({ code }) => !code.endsWith('-state'))) findings.push(missingState(dir));
    return [...findings, ...(await inspectOutcomes(dir, state)), ...(await inspectTable(dir, state))];
  }
  if (await exists(tableDirectory(dir, CHUNKS))) return [...findings, unfinishedTable(dir)];
  return [...findings, state === null ? noIndex(dir) : missingTable(dir)];
}

/** Returns what doctor says first: whether LanceDB runs on this machine at all. */
export async function platformFinding(): Promise<Finding | null> {
  try {
    await loadLance();
    return null;
  } catch (error) {
    if (!isCoraError(error)) throw error;
    return { code: 'platform', message: error.message, fixable: false, fix: error.hint ?? '' };
  }
}

function inspectLock(dir: string): Finding[] {
  if (!isLockStale(dir)) return [];
  const message = `a process that held the write lock of ${dir} ended without giving it back`;
  return [{ code: 'stale-lock', message, fixable: true, fix: 'remove the lock' }];
}

async function inspectFiles(dir: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const temps = await listTempFiles(dir);
  if (temps.length > 0) {
    const message = `${temps.length} unfinished file(s) of an interrupted run in ${dir}: ${temps.join(', ')}`;
    findings.push({ code: 'temp-files', message, fixable: true, fix: 'remove them' });
  }
  if ((await exists(outcomesFile(dir))) && (await parseOutcomes(dir)) === null) {
    const message = `${outcomesFile(dir)} is torn or of another version`;
    findings.push({ code: 'torn-outcomes', message, fixable: true, fix: 'remove it; its files are read again' });
  }
  return findings;
}

/** Rows that a run of an earlier version left, which took a want of memory for a fault of the file. */
async function inspectOutcomes(dir: string, state: RepoState | null): Promise<Finding[]> {
  const outcomes = (await parseOutcomes(dir)) ?? {};
  const doubtful = Object.entries(state?.files ?? {}).filter(([, file]) => isDoubtful(outcomes[blobKeyOf(file)]));
  if (doubtful.length === 0) return [];
  const [[path]] = doubtful as [[string, unknown]];
  const message = `${doubtful.length} file(s) were cut by lines when their parser failed, perhaps for want of memory; one is ${path}`;
  return [{ code: 'doubtful-rows', message, fixable: true, fix: 'cora index parses them again' }];
}

async function inspectState(dir: string, findings: Finding[]): Promise<RepoState | null> {
  try {
    return await readState(dir);
  } catch (error) {
    if (!isCoraError(error)) throw error;
    findings.push(stateFinding(error));
    return null;
  }
}

function stateFinding(error: CoraError): Finding {
  const { message } = error;
  if (error.code === 'BROKEN_INDEX') {
    return { code: 'torn-state', message, fixable: true, fix: 'remove it and write it again from the table' };
  }
  return { code: 'incompatible-state', message, fixable: false, fix: error.hint ?? 'run: cora index --full' };
}

function missingState(dir: string): Finding {
  const message = `the index in ${dir} has rows, but the run that made them never finished`;
  return { code: 'missing-state', message, fixable: true, fix: 'index again; finished files are reused' };
}

function missingTable(dir: string): Finding {
  const message = `the index state in ${dir} names a table that is not there`;
  return { code: 'missing-table', message, fixable: true, fix: 'index again' };
}

function unfinishedTable(dir: string): Finding {
  const message = `the table in ${dir} was never finished`;
  return { code: 'broken-table', message, fixable: true, fix: 'remove it and index again' };
}

function noIndex(dir: string): Finding {
  return { code: 'no-index', message: `there is no index in ${dir}`, fixable: true, fix: 'run: cora index' };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

// What is wrong with the table itself. Every row is read once: it is the only way to learn that a data file which the
// table lists is gone or torn.

/** More versions than any retention needs. */
const MOST_VERSIONS = 500;
/** Disk use beyond this multiple of what the newest version holds, plus a constant, is old versions. */
const BLOAT_FACTOR = 4;
const BLOAT_BYTES = 256 * 1024 * 1024;

async function inspectTable(dir: string, state: RepoState | null): Promise<Finding[]> {
  try {
    const handle = await openTable(dir, null);
    try {
      return await inspectHandle(handle, state);
    } finally {
      handle.close();
    }
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'BROKEN_INDEX') throw error;
    return [{ code: 'broken-table', message: error.message, fixable: true, fix: DROP }];
  }
}

const DROP = 'remove the table and index again';

async function inspectHandle(handle: LocalTable, state: RepoState | null): Promise<Finding[]> {
  // First: LanceDB may never come back from a damaged file.
  const damage = await inspectSums(handle.directory);
  if (damage.rows.length > 0) return [missingFiles(handle, notAsWritten(damage.rows))];
  const read = await readAllRows(handle);
  if (typeof read === 'string') return [missingFiles(handle, read)];
  const words =
    damage.indexes.length > 0
      ? [brokenIndexes(notAsWritten(damage.indexes))]
      : await inspectWordIndex(handle, read.word);
  return [
    ...oldFiles([...damage.newer, ...damage.old]),
    ...missingRows(read.ids, state),
    ...duplicateChunks(read.repeated),
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
async function readAllRows({ reader }: TableHandle): Promise<AllRows | string> {
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

function duplicateChunks(blobs: ReadonlySet<BlobKey>): Finding[] {
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
  if (versions <= MOST_VERSIONS && bytes <= totalBytes * BLOAT_FACTOR + BLOAT_BYTES) return [];
  const message = `${versions} versions of the table take ${megabytes(bytes)} MB, the newest one ${megabytes(totalBytes)} MB`;
  return [{ code: 'version-bloat', message, fixable: true, fix: 'remove the old ones' }];
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

// What doctor says of a store.

export type FindingCode =
  | 'platform'
  | 'no-index'
  | 'stale-lock'
  | 'temp-files'
  | 'torn-state'
  | 'incompatible-state'
  | 'missing-state'
  | 'torn-outcomes'
  | 'doubtful-rows'
  | 'missing-table'
  | 'broken-table'
  | 'missing-files'
  | 'damaged-old-files'
  | 'missing-rows'
  | 'duplicate-chunks'
  | 'broken-word-index'
  | 'unindexed-rows'
  | 'version-bloat';

export interface Finding {
  code: FindingCode;
  message: string;
  /** True when `cora doctor --fix` mends it. */
  fixable: boolean;
  /** What the repair does, or what the user can do. */
  fix: string;
}
