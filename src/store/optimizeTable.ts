/**
 * Maintains the table: compaction, removal of old versions, and indexes if others query the table.
 * LanceDB's `optimize` rewrites the whole table with its indexes for any change (60,000 rows: 2 s
 * and 280 MB for one changed file), so it runs only when enough has changed.
 */

import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Table } from '@lancedb/lancedb';
import { CoraError, ifAbsent } from '../base/errors.ts';
import { rowKeyOf } from '../base/identity.ts';
import { getOrMake } from '../base/lists.ts';
import type { BlobKey } from '../base/types.ts';
import { MOST_STATE, READ_FLAGS, readBounded } from '../disk/boundedRead.ts';
import { type FileSums, manifestsIn, readSums, takeSums, VERSION_HINT, writeSums } from './fileSums.ts';
import { filesListed, OddField, TOKENIZER } from './lanceFiles.ts';
import type { Lance } from './loadLance.ts';
import type { TableHandle } from './openTable.ts';
import { DOCTOR_HINT } from './storeFailure.ts';

/** Up to this many rows, optimizing takes 0.1 s. */
const SMALL_TABLE = 500;
/**
 * Rows outside of the word index are added to it when they are more than TAIL_SHARE of the table
 * and more than SHORT_TAIL. In a large table they are added when they are more than LONG_TAIL and
 * more than LARGE_TAIL_SHARE of it: rewriting such a table takes a minute.
 */
const TAIL_SHARE = 0.05;
const SHORT_TAIL = 500;
const LONG_TAIL = 4000;
const LARGE_TAIL_SHARE = 0.01;
/**
 * Each commit leaves a fragment, and a look-up opens all of them (60 fragments: 9 ms instead of 2).
 * A large table may have more.
 */
const FRAGMENTS = 40;
const ROWS_PER_FRAGMENT = 10_000;
/** The most fragments of a table that no query reads: rewriting it takes as long as copying it. */
const LOCAL_FRAGMENTS = 1000;
/**
 * So many small fragments are joined: each commit lists all fragments, and each file is checked.
 */
const SMALL_FRAGMENTS = 64;
const FEW_ROWS = 1000;
/** The most rows that are read into memory to become one fragment. */
const MOST_GATHERED = 20_000;
/**
 * If more than this share of the table's rows was removed, the table is rewritten to free their
 * space.
 */
const REMOVED_SHARE = 0.1;
/** The name that LanceDB gives the index over the words. */
export const WORD_INDEX = 'searchText_idx';

/** In bytes: `def:` and 500 characters of up to four bytes. LanceDB's default is 40. */
const MAX_TOKEN_BYTES = 2048;

/**
 * Columns with an index that pays (60,000 rows, 5 ids: 2.5 ms instead of 7). An index of
 * contentHash does not.
 */
const LOOKUPS = ['chunkId', 'blobSha'] as const;

interface UpkeepRequest {
  /** Versions older than this many milliseconds are removed when the table is rewritten. */
  retentionMs: number;
  /** Rows that were removed since the last rewrite, as far as the caller knows. */
  removedRows: number;
  /**
   * True if others query the table itself: then it gets indexes. A table in object storage always
   * does.
   */
  isShared: boolean;
  /** True if small fragments have just been joined. */
  isGathered: boolean;
}

/** @returns true if the table was rewritten */
export async function optimizeTable(handle: TableHandle, request: UpkeepRequest): Promise<boolean> {
  const { lance, table, directory } = handle;
  const isShared = request.isShared || directory === null;
  const rows = await table.countRows();
  const rewrite = await isWorthRewriting(handle, rows, { ...request, isShared });
  const removes = rewrite || request.isGathered;
  const sums = directory === null ? null : await (removes ? takeSums : readSums)(directory);
  if (rewrite) await table.optimize({ cleanupOlderThan: new Date(Date.now() - request.retentionMs) });
  if (isShared && rows > 0) await createMissingIndexes(lance, table);
  if (directory !== null && sums !== null) {
    await refuseTorn(directory, 'optimize', { sums });
    if (removes && !rewrite) await removeOldVersions(directory, request.retentionMs);
    await writeSums(directory, sums, !removes);
  }
  return rewrite;
}

/**
 * @returns the blobs in fragments of few rows, smallest first; empty as long as there are few such
 * fragments
 */
export async function blobsToGather({ table, directory }: TableHandle): Promise<BlobKey[]> {
  if (directory === null) return [];
  const { numFragments, lengths } = (await table.stats()).fragmentStats;
  if (numFragments < SMALL_FRAGMENTS || lengths.p25 > FEW_ROWS) return [];
  const keysOf = new Map<bigint, BlobKey[]>();
  for await (const batch of table.query().select(['blobSha', 'language']).withRowId())
    for (const { blobSha, language, _rowid } of batch.toArray()) {
      const keys = getOrMake(keysOf, _rowid >> 32n, () => []);
      if (keys.length <= FEW_ROWS) keys.push(rowKeyOf({ blobSha, language }));
    }
  const gathered: BlobKey[] = [];
  for (const keys of [...keysOf.values()].sort((a, b) => a.length - b.length))
    if (keys.length <= FEW_ROWS && gathered.length + keys.length <= MOST_GATHERED) gathered.push(...keys);
  return [...new Set(gathered)];
}

/** LanceDB removes old versions only when it rewrites the whole table. */
async function removeOldVersions(directory: string, retentionMs: number): Promise<void> {
  const isOld = async (path: string): Promise<boolean> =>
    Date.now() - (await lstat(join(directory, path))).mtimeMs > retentionMs;
  const needed = new Set<string>();
  const old: string[] = [];
  for (const [at, path] of (await manifestsIn(directory)).entries()) {
    if (at > 0 && (await isOld(path))) old.push(path);
    else {
      const parts = await partsOf(join(directory, path));
      // Unknown files: nothing is removed.
      if (parts === null) return;
      for (const part of parts) needed.add(part);
    }
  }
  for (const path of old) await rm(join(directory, path), { force: true });
  for (const folder of ['data', '_deletions'])
    for (const name of await namesIn(directory, folder, (entry) => entry.isFile())) {
      const path = `${folder}/${name}`;
      if (!needed.has(path) && (await isOld(path))) await rm(join(directory, path), { force: true });
    }
}

async function isWorthRewriting(
  { table, reader }: TableHandle,
  rows: number,
  { removedRows, isShared }: UpkeepRequest,
): Promise<boolean> {
  if (removedRows > rows * REMOVED_SHARE) return true;
  const { fragmentStats } = await table.stats();
  if (!isShared) return fragmentStats.numFragments > LOCAL_FRAGMENTS;
  if (rows <= SMALL_TABLE || fragmentStats.numFragments > FRAGMENTS + rows / ROWS_PER_FRAGMENT) return true;
  const unindexed = await reader.unindexedRows(WORD_INDEX);
  return unindexed !== null && isTailLong(rows, unindexed);
}

/**
 * True if so many rows are outside of the word index that searching them one by one is noticeable.
 */
export function isTailLong(rows: number, unindexed: number): boolean {
  const long = Math.max(LONG_TAIL, rows * LARGE_TAIL_SHARE);
  return unindexed > Math.min(long, Math.max(SHORT_TAIL, rows * TAIL_SHARE));
}

/** The table must hold a row. */
async function createMissingIndexes({ Index }: Lance, table: Table): Promise<void> {
  const there = new Set((await table.listIndices()).flatMap((index) => index.columns));
  for (const column of LOOKUPS) {
    if (!there.has(column)) await table.createIndex(column, { config: Index.btree() });
  }
  if (there.has('searchText')) return;
  // searchText is split, stemmed and in lower case already, so the index only splits at spaces.
  const config = Index.fts({
    withPosition: false,
    baseTokenizer: TOKENIZER,
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
    maxTokenLength: MAX_TOKEN_BYTES,
  });
  await table.createIndex('searchText', { config });
}

// LanceDB takes a short write for a complete one. On a full disk, or at a limit of file sizes, it
// commits rows or manifests that end in the middle. The run that made such a commit, or the next
// writer, removes it, so that the version before it is the newest again.

/** `0-5-2440227010158993491.arrow`: fragment, version before, random number. */
const DELETIONS = /^\d+-\d+-\d+\.(?:arrow|bin)$/;
const ROWS = /\.lance$/;
/** Flags for opening: reading a pipe would never end, and a link may lead anywhere. */
const FLAGS = READ_FLAGS | (constants.O_NOFOLLOW ?? 0);

interface TornOptions {
  /** Paths that were checked before: files never change. */
  whole?: Set<string>;
  /**
   * Checksums of a finished run that are not on disk at the moment. Files with a checksum count as
   * complete.
   */
  sums?: FileSums;
}

/** Says if incomplete files were found, and what was done. */
interface Torn {
  /** True if versions were removed. */
  isTaken: boolean;
  /** True if the current version was damaged later; `cora doctor` repairs that. */
  isLeft: boolean;
}

/**
 * Removes incomplete commits; call it under the table's write lock. It keeps versions of finished
 * runs, and the last complete version.
 *
 * @param directory of the table; null in object storage, which never stores part of a file
 */
export async function takeBackTorn(
  directory: string | null,
  { whole = new Set(), sums }: TornOptions = {},
): Promise<Torn> {
  if (directory === null) return { isTaken: false, isLeft: false };
  // Nobody can open a table while one of its manifests ends in the middle.
  const lists = await tornOf(directory, await manifestsIn(directory), whole);
  const torn = await tornParts(directory, whole);
  if (lists.length + torn.length === 0) return { isTaken: false, isLeft: false };
  const kept = new Set(Object.keys(sums ?? (await readSums(directory))));
  const unknown = lists.filter((path) => !kept.has(path));
  for (const path of unknown) await removeVersion(directory, path);
  if (torn.length === 0) return { isTaken: unknown.length > 0, isLeft: false };
  const { taken, files, isLeft } = await planVersions(directory, torn, kept);
  for (const path of taken) {
    await removeVersion(directory, path);
    // The next commit will use the same name.
    whole.delete(path);
  }
  for (const path of files) await rm(join(directory, path), { force: true });
  return { isTaken: unknown.length + taken.length > 0, isLeft };
}

interface Plan {
  /** The versions to remove, newest first. At least one that is known or complete remains. */
  taken: string[];
  /**
   * Files that belong only to these versions. An incomplete head of an index would make the whole
   * table unusable.
   */
  files: string[];
  isLeft: boolean;
}

async function planVersions(directory: string, torn: readonly string[], kept: ReadonlySet<string>): Promise<Plan> {
  const taken: string[] = [];
  const files = new Set<string>();
  for (const path of await manifestsIn(directory)) {
    const parts = await partsOf(join(directory, path));
    // Cora did not write it, so opening the table refuses it.
    if (parts === null) return { taken: [], files: [], isLeft: false };
    const found = torn.filter((part) => parts.has(part) || parts.has(`${dirname(part)}/`));
    if (found.length === 0 || kept.has(path)) {
      const own = [...files].filter((part) => !found.includes(part) && !kept.has(part));
      return { taken, files: own, isLeft: found.length > 0 };
    }
    taken.push(path);
    for (const part of found) files.add(part);
  }
  return { taken: [], files: [], isLeft: taken.length > 0 };
}

async function partsOf(manifest: string): Promise<Set<string> | null> {
  try {
    return filesListed(await readBounded(manifest, MOST_STATE));
  } catch (error) {
    if (error instanceof OddField) return null;
    throw error;
  }
}

/**
 * Calls takeBackTorn for the run that wrote. @throws CoraError STORE if it took a commit back,
 * BROKEN_INDEX
 */
export async function refuseTorn(directory: string | null, verb: string, options?: TornOptions): Promise<void> {
  const { isTaken, isLeft } = await takeBackTorn(directory, options);
  if (isLeft) {
    throw new CoraError('BROKEN_INDEX', `the index failed to ${verb}: a file of it was cut short.`, {
      hint: DOCTOR_HINT,
    });
  }
  if (!isTaken) return;
  throw new CoraError('STORE', `the index failed to ${verb}: a file was not written to its end.`, {
    hint: 'free some space, or raise the limit on the size of files (ulimit -f); then: cora index',
  });
}

async function removeVersion(directory: string, path: string): Promise<void> {
  await rm(join(directory, '_versions', VERSION_HINT), { force: true });
  await rm(join(directory, path), { force: true });
}

/** Returns paths of other files that end in the middle, even if no version needs them. */
async function tornParts(directory: string, whole: Set<string>): Promise<string[]> {
  const indexes = await namesIn(directory, '_indices', (entry) => entry.isDirectory());
  const torn: string[] = [];
  for (const folder of ['data', '_deletions', ...indexes.map((uuid) => `_indices/${uuid}`)]) {
    const names = folder === '_deletions' ? DELETIONS : ROWS;
    const named = await namesIn(directory, folder, (entry) => entry.isFile() && names.test(entry.name));
    const paths = named.map((name) => `${folder}/${name}`);
    torn.push(...(await tornOf(directory, paths, whole)));
  }
  return torn;
}

async function tornOf(directory: string, paths: readonly string[], whole: Set<string>): Promise<string[]> {
  const torn: string[] = [];
  for (const path of paths) {
    if (whole.has(path)) continue;
    if (await isWhole(join(directory, path))) whole.add(path);
    else torn.push(path);
  }
  return torn;
}

async function namesIn(directory: string, folder: string, isWanted: (entry: Dirent) => boolean): Promise<string[]> {
  const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch(ifAbsent([]));
  return entries.filter(isWanted).map(({ name }) => name);
}

async function isWhole(path: string): Promise<boolean> {
  const file = await open(path, FLAGS);
  try {
    const found = await file.stat();
    // Not a regular file: opening the table refuses it.
    if (!found.isFile()) return true;
    const { size } = found;
    if (path.endsWith('.bin')) return size === (await sizeOfBitmap(file));
    const end = path.endsWith('.arrow') ? 'ARROW1' : 'LANC';
    return (await readAt(file, Math.max(0, size - end.length), end.length)).toString('latin1') === end;
  } finally {
    await file.close();
  }
}

/** The first number of a bitmap without runs, the only form that LanceDB writes. */
const BITMAP = 12_346;
/** A container with more values than this is stored as bits. */
const MOST_LISTED = 4096;
const BITS = 8192;

/**
 * Computes the size of a Roaring bitmap (portable format) from its header: where the last container
 * begins and how many values it has.
 *
 *     u32 12346, u32 containers | each: u16 key, u16 values - 1 | each: u32 where it begins
 *     | containers
 *
 * @returns null if it is no such bitmap, or its header is incomplete
 */
async function sizeOfBitmap(file: FileHandle): Promise<number | null> {
  const head = await readAt(file, 0, 8);
  if (head.length < 8 || head.readUInt32LE(0) !== BITMAP) return null;
  const count = head.readUInt32LE(4);
  if (count === 0) return 8;
  const last = await readAt(file, 8 + 4 * (count - 1), 4);
  const offset = await readAt(file, 8 + 4 * count + 4 * (count - 1), 4);
  if (last.length < 4 || offset.length < 4) return null;
  const values = last.readUInt16LE(2) + 1;
  return offset.readUInt32LE(0) + (values <= MOST_LISTED ? 2 * values : BITS);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
