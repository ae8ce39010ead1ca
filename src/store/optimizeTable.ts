/**
 * Upkeep of the table: compaction, old versions, and, where others query the table itself, indexes.
 * LanceDB's `optimize` rewrites the whole table and its indexes whenever there is anything to fold
 * in (60,000 rows: 2 s and 280 MB, for one changed file), so it runs only when enough has gathered.
 */

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '@lancedb/lancedb';
import { takeSums, writeSums } from './fileSums.ts';
import { TOKENIZER } from './lanceFiles.ts';
import type { Lance } from './loadLance.ts';
import type { TableHandle } from './openTable.ts';
import { refuseTorn } from './takeBackTorn.ts';

/** Folding takes 0.1 s up to here. */
const SMALL_TABLE = 500;
/**
 * Rows outside of the word index are folded in above this share of the table, but not below the
 * first number and always above the second, or a smaller share of a table so large that its
 * rewriting takes a minute.
 */
const TAIL_SHARE = 0.05;
const SHORT_TAIL = 500;
const LONG_TAIL = 4000;
const LARGE_TAIL_SHARE = 0.01;
/**
 * Each commit leaves a fragment; a lookup opens them all (60 fragments: 9 ms instead of 2). One
 * more for so many rows.
 */
const FRAGMENTS = 40;
const ROWS_PER_FRAGMENT = 10_000;
/** Fragments of a table that no query reads. */
const LOCAL_FRAGMENTS = 300;
/** Removed rows above this share of the table are given back to the disk. */
const REMOVED_SHARE = 0.1;
/** The name that LanceDB gives the index over the words. */
export const WORD_INDEX = 'searchText_idx';

/**
 * In bytes; the longest term is `def:` or `ref:` with 64 characters of up to four bytes. LanceDB's
 * default of 40 drops it.
 */
const MAX_TOKEN_BYTES = 512;

/**
 * Lookups that pay (60,000 rows, 5 ids: 2.5 ms instead of 7). contentHash is looked up once per
 * build and does not.
 */
const LOOKUPS = ['chunkId', 'blobSha'] as const;

interface UpkeepRequest {
  /** Versions older than this are removed when the table is rewritten. */
  retentionMs: number;
  /** Rows removed since the last rewrite, as far as the caller knows. */
  removedRows: number;
  /** Others query the table itself: it gets indexes. One in object storage always does. */
  isShared: boolean;
}

/** @returns true when the table was rewritten */
export async function optimizeTable(handle: TableHandle, request: UpkeepRequest): Promise<boolean> {
  const { lance, table, directory, isServed = false } = handle;
  if (isServed) return false;
  const isShared = request.isShared || directory === null;
  const sums = directory === null ? null : await takeSums(directory);
  const rows = await table.countRows();
  const rewrite = await isWorthRewriting(handle, rows, { ...request, isShared });
  if (rewrite) await table.optimize({ cleanupOlderThan: new Date(Date.now() - request.retentionMs) });
  if (isShared && rows > 0) await createMissingIndexes(lance, table);
  if (directory !== null && sums !== null) {
    await refuseTorn(directory, 'optimize', { sums });
    await writeSums(directory, sums);
  }
  return rewrite;
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

/** True if so many rows are outside the word index that searching them one by one is felt. */
export function isTailLong(rows: number, unindexed: number): boolean {
  const long = Math.max(LONG_TAIL, rows * LARGE_TAIL_SHARE);
  return unindexed > Math.min(long, Math.max(SHORT_TAIL, rows * TAIL_SHARE));
}

/** The table must hold a row. */
export async function createMissingIndexes({ Index }: Lance, table: Table): Promise<void> {
  const there = new Set((await table.listIndices()).flatMap((index) => index.columns));
  for (const column of LOOKUPS) {
    if (!there.has(column)) await table.createIndex(column, { config: Index.btree() });
  }
  if (there.has('searchText')) return;
  // searchText is split, stemmed and lower-case already: the index only cuts at spaces.
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

// Disk use of a folder.

/**
 * @returns bytes of all regular files below; files that vanish meanwhile (a writer cleans up) do
 * not count
 */
export async function bytesUnder(dir: string): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const sizes = entries.filter((entry) => entry.isFile()).map((entry) => sizeOf(join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function sizeOf(file: string): Promise<number> {
  const stat = await lstat(file).catch(() => null);
  return stat?.size ?? 0;
}
