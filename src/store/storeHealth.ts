/**
 * Checks a store for `cora doctor`, and repairs what can be repaired. Every row is read once: only
 * this shows that a listed data file is missing or torn. A table beyond repair is removed with its
 * state, and the next `cora index` makes both again. Nothing outside of the store's folder is
 * changed.
 */

import { existsSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { withOpened } from '../base/concurrency.ts';
import { CoraError, ifAbsent, ifRefused, whenRefused } from '../base/errors.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { silentLog } from '../base/log.ts';
import type { BlobKey, RepoState } from '../base/types.ts';
import { isTempFileOf, listTempFiles, removeTempFiles } from '../disk/replaceFile.ts';
import { hasPending, keepWholePending, pendingBlobs } from '../engine/joinSegments.ts';
import { searchFolder } from '../engine/searchFile.ts';
import { complaintOfSearchFile, SearchFileWriter } from '../engine/searchFileWriter.ts';
import { FIND_LOST } from '../git/repository.ts';
import { inspectSums, removeOldFiles, takeSums, writeSums } from './fileSums.ts';
import { loadLance } from './loadLance.ts';
import { bytesUnder, CHUNKS, tableDirectory } from './location.ts';
import { withStore } from './openStore.ts';
import { hasTable, type LocalTable, ofBlobs, openTable, type TableHandle } from './openTable.ts';
import { decodeRows, ROW_COLUMNS } from './schema.ts';
import { outcomesFile, parseOutcomes, readState, readWholeState, stateFile } from './state.ts';
import { DOCTOR_HINT, firstLine } from './storeFailure.ts';
import { VIEWS } from './viewFile.ts';
import { readViewOf, type ViewPath } from './views.ts';
import { isLockStale, killedOwner, removeStaleLock, withWriteLock } from './withWriteLock.ts';

const DROP = 'remove the table and index again';

/** For each problem of an index: what the repair does, or what the user can do. */
const FIXES = {
  platform: '',
  'no-index': 'run: cora index',
  'stale-lock': 'remove the lock',
  'temp-files': 'remove them',
  'torn-state': 'remove it and write it again from the table',
  'incompatible-state': 'run: cora index --full',
  'missing-state': 'index again; finished files are reused',
  'torn-outcomes': 'remove it; its files are read again',
  'missing-table': 'index again',
  'broken-table': DROP,
  'missing-files': DROP,
  'damaged-old-files': 'remove them',
  'missing-rows': 'index these files again',
  'duplicate-chunks': 'remove them and index them again',
  'broken-search-file': 'write it again from the rows',
  'version-bloat': 'remove the old ones',
  'torn-view': 'remove them and count again',
  'missing-view': 'count again',
  shard: 'index the rest (cora index); what is there is reused',
  'broken-history': 'remove it and index again',
  'broken-commentary': 'remove it; cora index --commentary writes it again',
  'missing-object': FIND_LOST,
  'missing-worktree': 'bring the folder back, or: git worktree prune   forgets it',
  'other-versions': 'cora clean --old --yes   deletes them',
};

type FindingCode = keyof typeof FIXES;

export interface Finding {
  code: FindingCode;
  message: string;
  /** True if `cora doctor --fix` repairs it. */
  fixable: boolean;
  /** Tells what the repair does, or what the user can do. */
  fix: string;
}

export function flaw(code: FindingCode, message: string, fix: string = FIXES[code]): Finding {
  return { code, message, fixable: true, fix };
}

/** Returns a problem that somebody else has to solve. */
export function foundElsewhere(code: FindingCode, message: string, fix?: string): Finding {
  return { ...flaw(code, message, fix), fixable: false };
}

/** Nothing is wrong where a run was killed: the next one takes its lock over, and says so. */
export function staleLock(
  dir: string,
  message = `a process that held the write lock of ${dir} ended without giving it back`,
): Finding[] {
  return isLockStale(dir) && killedOwner(dir) === null ? [flaw('stale-lock', message)] : [];
}

/** @param holder the folder of the lock. The next writer removes what its killed owner has left */
export function leftOvers(dir: string, all: readonly string[], holder = dir): Finding[] {
  const killed = killedOwner(holder);
  const names = all.filter((name) => !isTempFileOf(killed, basename(name)));
  if (names.length === 0) return [];
  const message = `${names.length} unfinished file(s) of an interrupted run in ${dir}: ${names.toSorted().join(', ')}`;
  return [flaw('temp-files', message)];
}

/** Returns a problem if LanceDB does not run on this machine; doctor reports it first. */
export async function platformFinding(): Promise<Finding | null> {
  return loadLance().then(
    () => null,
    whenRefused(({ message, hint }) => foundElsewhere('platform', message, hint)),
  );
}

/** @returns an empty list for a healthy store */
export async function inspectStore(dir: string): Promise<Finding[]> {
  const findings = await inspectFiles(dir);
  const state = await inspectState(dir, findings);
  if (await hasTable(dir)) {
    if (state === null && findings.every(({ code }) => !code.endsWith('-state')))
      findings.push(flaw('missing-state', `the index in ${dir} has rows, but the run that made them never finished`));
    return [...findings, ...(await inspectTable(dir, state))];
  }
  if (await hasPending(dir)) return [...findings, ...(await inspectSearchFile(dir, state, null))];
  if (existsSync(tableDirectory(dir, CHUNKS)))
    findings.push(flaw('broken-table', `the table in ${dir} was never finished`, 'remove it and index again'));
  else if (state === null) findings.push(flaw('no-index', `there is no index in ${dir}`));
  else findings.push(flaw('missing-table', `the index state in ${dir} names a table that is not there`));
  return findings;
}

const LOOK_AGAIN_MS = 3_600_000;

/** @returns true an hour after the last check, or if files are newer than the state */
export async function isLookDue(dir: string, lookedAt: string | undefined): Promise<boolean> {
  const age = Date.now() - Date.parse(lookedAt ?? '');
  // The time may be invalid or in the future.
  if (!(age >= 0 && age <= LOOK_AGAIN_MS)) return true;
  const written = statSync(stateFile(dir), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const folders = [searchFolder(dir), join(dir, VIEWS)];
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(ifAbsent<string[]>([]))));
  const files = folders.flatMap((folder, at) => names[at]!.map((name) => join(folder, name)));
  return files.some((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > written);
}

async function inspectFiles(dir: string): Promise<Finding[]> {
  const findings = [...staleLock(dir), ...leftOvers(dir, await listTempFiles(dir))];
  if (existsSync(outcomesFile(dir)) && (await parseOutcomes(dir)) === null)
    findings.push(flaw('torn-outcomes', `${outcomesFile(dir)} is torn or of another version`));
  return findings;
}

async function inspectState(dir: string, findings: Finding[]): Promise<RepoState | null> {
  const refused = whenRefused(({ code, message, hint }) => {
    if (code === 'BROKEN_INDEX') findings.push(flaw('torn-state', message));
    else findings.push(foundElsewhere('incompatible-state', message, hint));
    return null;
  });
  return readWholeState(dir).catch(refused);
}

// Problems of the table itself.

/** More versions than any retention needs. */
const MOST_VERSIONS = 500;
/**
 * If the table takes more than this multiple of its newest version, plus a constant, old versions
 * waste space.
 */
const BLOAT_FACTOR = 4;
const BLOAT_BYTES = 256 * 1024 * 1024;

function inspectTable(dir: string, state: RepoState | null): Promise<Finding[]> {
  const inspecting = withOpened(openTable(dir, null), (handle) => inspectHandle(dir, handle, state));
  return inspecting.catch(whenRefused(({ message }) => [flaw('broken-table', message)], 'BROKEN_INDEX'));
}

async function inspectHandle(dir: string, handle: LocalTable, state: RepoState | null): Promise<Finding[]> {
  // Checksums come first: LanceDB may never return from reading a damaged file.
  const damage = await inspectSums(handle.directory);
  const read = damage.rows.length > 0 ? notAsWritten(damage.rows) : await readAllRows(handle);
  if (typeof read === 'string')
    return [flaw('missing-files', `files of the table in ${handle.directory} are missing or torn: ${read}`)];
  const old = [...damage.newer, ...damage.old];
  const { size } = read.repeated;
  return [
    ...(old.length > 0
      ? [flaw('damaged-old-files', `files of earlier versions of the table: ${notAsWritten(old)}`)]
      : []),
    ...(await missingRows(dir, read, state)),
    ...(size > 0 ? [flaw('duplicate-chunks', `${size} file version(s) are in the table more than once`)] : []),
    ...(await inspectSearchFile(dir, state, read.blobs)),
    // Counting versions reads all of them.
    ...(damage.old.length === 0 ? await inspectVersions(handle) : []),
  ];
}

interface AllRows {
  ids: Set<string>;
  /** The number of rows of each blob. */
  blobs: Map<BlobKey, number>;
  /** For each blob, the number of rows whose chunk id occurred before. */
  repeated: Map<BlobKey, number>;
}

/** @returns LanceDB's message if a row can't be read */
async function readAllRows({ reader }: TableHandle): Promise<AllRows | string> {
  const all: AllRows = { ids: new Set(), blobs: new Map(), repeated: new Map() };
  try {
    for await (const batch of reader.select({ columns: ROW_COLUMNS })) {
      for (const row of decodeRows(batch, ['chunkId', 'blobSha', 'language'])) {
        const key = rowKeyOf(row);
        if (all.ids.has(row.chunkId)) all.repeated.set(key, (all.repeated.get(key) ?? 0) + 1);
        all.blobs.set(key, (all.blobs.get(key) ?? 0) + 1);
        all.ids.add(row.chunkId);
      }
    }
    return all;
  } catch (error) {
    return firstLine(error);
  }
}

async function missingRows(dir: string, { blobs, repeated }: AllRows, state: RepoState | null): Promise<Finding[]> {
  const files = await filesOf(dir, state);
  if (state === null || files.length === 0) return [];
  const pending = await pendingBlobs(dir, state.embedder.dimensions);
  const rowsOf = (key: BlobKey): number => (blobs.get(key) ?? pending.get(key) ?? 0) - (repeated.get(key) ?? 0);
  const lacking = files.filter((file) => rowsOf(blobKeyOf(file)) === 0);
  if (lacking.length > 0) {
    const message = `the table lacks chunks of ${lacking.length} file(s) of the last index, such as ${lacking[0]!.path}`;
    return [flaw('missing-rows', message)];
  }
  const rows = [...new Set(files.map(blobKeyOf))].reduce((sum, key) => sum + rowsOf(key), 0);
  if (rows >= state.counts.chunks) return [];
  return [flaw('missing-rows', `the table has ${rows} chunks of the last index, which has ${state.counts.chunks}`)];
}

/**
 * Returns the files of the last index. If its view is broken the list is empty, and that is a
 * problem of its own.
 */
async function filesOf(dir: string, state: RepoState | null): Promise<readonly ViewPath[]> {
  if (state === null) return [];
  const view = await readViewOf(dir, state).catch(ifRefused(null));
  return view?.files ?? [];
}

/** A missing search file is no problem if the last run did not finish: the next run makes it. */
async function inspectSearchFile(
  dir: string,
  state: RepoState | null,
  blobs: ReadonlyMap<BlobKey, number> | null,
): Promise<Finding[]> {
  if (state === null) return [];
  const complaint = await complaintOfSearchFile(dir, state.embedder.dimensions, blobs);
  return complaint === null
    ? []
    : [flaw('broken-search-file', `the search file of ${dir} can't be used: ${complaint}`)];
}

function notAsWritten(files: readonly string[]): string {
  return `${files.length} are not as they were written, such as ${files[0]}`;
}

async function inspectVersions({ table, reader, directory }: LocalTable): Promise<Finding[]> {
  const versions = await reader.countVersions();
  const { totalBytes } = await table.stats();
  const bytes = await bytesUnder(directory);
  if (versions <= MOST_VERSIONS && bytes <= totalBytes * BLOAT_FACTOR + BLOAT_BYTES) return [];
  const message = `${versions} versions of the table take ${megabytes(bytes)} MB, the newest one ${megabytes(totalBytes)} MB`;
  return [flaw('version-bloat', message)];
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

const WAIT_MS = 1000;
/** Old versions are removed, except those that a current reader may use. */
const RETENTION_MS = 10 * 60 * 1000;

const DROPPING: ReadonlySet<FindingCode> = new Set(['broken-table', 'missing-files']);

/** @param findings of inspectStore; only fixable ones are repaired. @throws CoraError LOCKED */
export async function repairStore(dir: string, findings: readonly Finding[]): Promise<void> {
  const codes = new Set(findings.filter(({ fixable }) => fixable).map(({ code }) => code));
  if (codes.size === 0) return;
  if (codes.has('stale-lock')) removeStaleLock(dir);
  await withWriteLock(dir, { waitMs: WAIT_MS, log: silentLog }, async () => {
    await repairFiles(dir, codes);
    if ([...codes].some((code) => DROPPING.has(code))) await dropTable(dir);
    else await repairTable(dir, codes);
    if (codes.has('broken-search-file')) await writeSearchFile(dir);
  });
}

async function repairFiles(dir: string, codes: ReadonlySet<FindingCode>): Promise<void> {
  if (codes.has('temp-files')) await removeTempFiles(dir);
  if (codes.has('torn-outcomes')) await rm(outcomesFile(dir), { force: true });
  const isStateWrong = codes.has('torn-state') || codes.has('missing-table') || codes.has('missing-rows');
  if (isStateWrong || codes.has('duplicate-chunks')) await rm(stateFile(dir), { force: true });
}

/** Writes the search file again from the table's rows and from pending segments that are whole. */
async function writeSearchFile(dir: string): Promise<void> {
  await keepWholePending(dir);
  const state = await readState(dir);
  if (state === null || !(await hasTable(dir))) return;
  await withStore(dir, state.embedder.dimensions, 'write', async (store) =>
    (await SearchFileWriter.begin(dir, store)).finish(store),
  );
}

async function dropTable(dir: string): Promise<void> {
  await rm(stateFile(dir), { force: true });
  await rm(tableDirectory(dir, CHUNKS), { recursive: true, force: true });
  await keepWholePending(dir);
}

const TABLE_REPAIRS: ReadonlySet<FindingCode> = new Set([
  'missing-rows',
  'duplicate-chunks',
  'damaged-old-files',
  'version-bloat',
]);

async function repairTable(dir: string, codes: ReadonlySet<FindingCode>): Promise<void> {
  if (![...codes].some((code) => TABLE_REPAIRS.has(code))) return;
  await withOpened(openTable(dir, null), async (handle) => {
    const { directory, table } = handle;
    if (codes.has('damaged-old-files')) await removeOldFiles(directory);
    const sums = await takeSums(directory);
    if (codes.has('duplicate-chunks')) await removeDuplicates(handle);
    if (codes.has('version-bloat')) await table.optimize({ cleanupOlderThan: new Date(Date.now() - RETENTION_MS) });
    await writeSums(directory, sums);
  });
}

/**
 * Removes all rows of blobs with duplicates, so that each blob is there completely or not at all.
 * The next run computes them again.
 */
async function removeDuplicates(handle: TableHandle): Promise<void> {
  const read = await readAllRows(handle);
  if (typeof read === 'string') throw new CoraError('BROKEN_INDEX', read, { hint: DOCTOR_HINT });
  await handle.table.delete(ofBlobs(read.repeated.keys()));
}
