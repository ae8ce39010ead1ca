/**
 * Removes rows of blobs that no branch, worktree, index or recent reflog entry holds any more, and
 * commentary on them (`cora gc`, and a build when most rows are dead), and the index itself (`cora
 * clean`).
 */

import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { blobKeyOf, splitBlobKey } from '../base/identity.ts';
import type { BlobKey, ChunkRow, EmbedderInfo } from '../base/types.ts';
import { prepareChunk } from '../chunk/chunksFrom.ts';
import { TEMP_FILE } from '../disk/replaceFile.ts';
import { hasPending, pendingRows } from '../engine/joinSegments.ts';
import type { RowReader } from '../engine/rowReader.ts';
import { withSearchFile } from '../engine/searchFile.ts';
import { SearchFileWriter } from '../engine/searchFileWriter.ts';
import { liveBlobs } from '../git/liveBlobs.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { fingerprintDir, listFingerprints } from '../store/location.ts';
import { type ChunkStore, withStore } from '../store/openStore.ts';
import { COMMENTARY_TABLE, COMMIT_TABLE, tipsPath } from '../store/sideTables.ts';
import { readState } from '../store/state.ts';
import { readCurrentView, readViewOf, removeViewsOf, viewedBlobs } from '../store/views.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import {
  listOtherStores,
  locateIndex,
  noIndex,
  RETENTION_MS,
  storeFingerprint,
  type Workspace,
} from '../view/workspace.ts';
import { hookLogFiles } from './lastRun.ts';

const LOCK_WAIT_MS = 60_000;

/** Removes what nothing needs any more: `cora gc`. @throws CoraError NO_INDEX, LOCKED, … */
export async function collectGarbage(
  settings: IndexSettings,
  surroundings: Surroundings,
  { dryRun }: { dryRun: boolean },
): Promise<GarbageReport> {
  const { workspace, embedder, dir } = await locateIndex(settings, surroundings);
  if ((await readState(dir)) === null) throw await noIndex(workspace, embedder);
  const { dimensions } = embedder;
  if (dryRun) return withSearchFile(dir, dimensions, async (rows) => (await findDeadRows(workspace, dir, rows)).report);
  return withWriteLock(dir, { waitMs: LOCK_WAIT_MS, log: surroundings.log }, (lock) =>
    withStore(dir, dimensions, 'write', async (store) => {
      await settlePendingRows(dir, store, lock.ensureOwned);
      return removeDeadRows(workspace, dir, store, 0, lock.ensureOwned);
    }),
  );
}

// Rows of blobs that no branch, worktree, index or recent reflog entry holds any more. The caller
// holds the write lock.

interface GarbageReport {
  rows: number;
  deadRows: number;
  deadBlobs: number;
  removed: boolean;
  /**
   * The number of removed commentaries, on chunks that no row holds any more; only where there are
   * any.
   */
  commentary?: number;
}

async function findDeadRows(
  workspace: Workspace,
  dir: string,
  store: Pick<RowReader, 'blobKeys'>,
): Promise<{ dead: BlobKey[]; report: GarbageReport }> {
  const [known, live, state] = await Promise.all([
    store.blobKeys(),
    liveBlobs(workspace.repository, Date.now() / 1000),
    readState(dir),
  ]);
  // An index of a commit that was pulled but never fetched stays whole.
  if (state !== null) for (const { blob } of (await readViewOf(dir, state)).files) live.add(blob);
  const dead = [...known.keys()].filter((key) => !live.has(splitBlobKey(key).blobSha));
  const rows = [...known.values()].reduce((sum, count) => sum + count, 0);
  const deadRows = dead.reduce((sum, key) => sum + (known.get(key) ?? 0), 0);
  return { dead, report: { rows, deadRows, deadBlobs: dead.length, removed: false } };
}

/**
 * Removes dead rows, and commentary on them.
 * @param above the share of dead rows below which nothing is done
 */
export async function removeDeadRows(
  workspace: Workspace,
  dir: string,
  store: ChunkStore,
  above: number,
  ensureOwned: () => void,
): Promise<GarbageReport> {
  const { dead, report } = await findDeadRows(workspace, dir, store);
  const removed = dead.length > 0 && report.deadRows >= above * report.rows;
  if (!removed && above > 0) return report;
  if (removed) {
    ensureOwned();
    await removeViewsOf(dir, new Set(dead));
    const search = await SearchFileWriter.begin(dir, store);
    await store.remove(dead);
    await store.optimize(RETENTION_MS);
    await search.finish(store, { viewed: viewedBlobs(dir, await readCurrentView(dir)) });
  }
  const commentary = await removeDeadCommentary(dir, store, ensureOwned);
  return { ...report, removed, ...(commentary === 0 ? {} : { commentary }) };
}

// Commentary on content that no row has any more, of whatever branch. The caller holds the write
// lock.

/** @returns how many were removed */
async function removeDeadCommentary(dir: string, store: ChunkStore, ensureOwned: () => void): Promise<number> {
  const table = await COMMENTARY_TABLE.open(dir, 'write');
  if (table === null) return 0;
  const live = new Set<string>();
  for await (const rows of store.scan(['contentHash'])) for (const { contentHash } of rows) live.add(contentHash);
  const rows = table.scan(['contentHash']);
  const dead = rows.map(({ contentHash }) => contentHash).filter((hash) => !live.has(hash));
  if (dead.length === 0) return 0;
  await table.remove(dead, ensureOwned);
  return dead.length;
}

// `cora clean`: deletes the index of the chosen embedder, with `old` those that other versions of
// Cora left, or with `all` those of every embedder and version, and the log of the hooks. Each by
// the names that Cora gives, and nothing else: the folder may be the user's own.

/** The names in the folder of a fingerprint: see docs/search-file.md. */
const PARTS: readonly string[] = [
  'chunks.lance',
  'search',
  'commentary.rows',
  'commentary',
  'views',
  'repo_state.json',
  'blobs.json',
  'write.lock',
  'write.lock.json',
];

interface CleanRequest {
  /** The index of the chosen embedder, those of other versions of Cora, or all. */
  extent: 'one' | 'old' | 'all';
  dryRun: boolean;
}

/** Returns what was deleted, or in a dry run would be. */
export async function cleanStore(
  settings: IndexSettings,
  surroundings: Surroundings,
  { extent, dryRun }: CleanRequest,
): Promise<{ paths: string[] }> {
  const { workspace, embedder } = await locateIndex(settings, surroundings);
  const { root, isOwn } = workspace.location;
  const fingerprints = await chosen(extent, root, embedder);
  const dirs = fingerprints.map((fingerprint) => fingerprintDir(root, fingerprint));
  const parts = await Promise.all(dirs.map(partsOf));
  const files: string[] = [];
  const isAny = extent !== 'old' || fingerprints.length > 0;
  // The history serves all embedders, and goes with the last of them.
  if (isAny && listFingerprints(root).every((fingerprint) => fingerprints.includes(fingerprint)))
    files.push(...(await thoseThere([COMMIT_TABLE.file(root), tipsPath(root)])));
  if (extent === 'all' && isOwn) files.push(...(await thoseThere(hookLogFiles(root))));
  const paths = [...dirs.filter((_, at) => parts[at]!.length > 0), ...files];
  if (dryRun) return { paths };
  for (const path of [...parts.flat(), ...files]) await rm(path, { recursive: true, force: true, maxRetries: 5 });
  const emptied = [...dirs.filter((_, at) => parts[at]!.length > 0), ...new Set(files.map(dirname))];
  for (const dir of emptied) if (dir !== root) await rmdir(dir).catch(() => undefined);
  if (isOwn) await rmdir(root).catch(() => undefined);
  return { paths };
}

async function chosen(extent: CleanRequest['extent'], root: string, embedder: EmbedderInfo): Promise<string[]> {
  if (extent === 'all') return listFingerprints(root);
  if (extent === 'one') return [storeFingerprint(embedder)];
  const others = await listOtherStores(root, embedder);
  return others.filter((one) => one.isOfOtherVersion).map(({ fingerprint }) => fingerprint);
}

async function partsOf(dir: string): Promise<string[]> {
  // A link is none of Cora's.
  if ((await lstat(dir).catch(() => null))?.isDirectory() !== true) return [];
  const names = await readdir(dir);
  return names.filter((name) => PARTS.includes(name) || TEMP_FILE.test(name)).map((name) => join(dir, name));
}

async function thoseThere(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(paths.map((path) => lstat(path).catch(() => null)));
  return paths.filter((_, at) => found[at] !== null);
}

// Rows that a pull or a small run left in the search file alone come into the table: nothing is
// chunked or embedded. To be used under the write lock, before a run looks at what the table has.

/** Puts pending rows into the table, and brings the search file up to it. */
export async function settlePendingRows(dir: string, store: ChunkStore, ensureOwned: () => void): Promise<void> {
  const search = await SearchFileWriter.begin(dir, store);
  if (!(await takePendingRows(dir, store, ensureOwned))) return;
  await store.optimize(RETENTION_MS);
  await search.finish(store);
}

/** About the size of one commit of the table. */
const COMMIT_BYTES = 24_000_000;

/** Puts pending rows into the table. @returns false where there were none */
export async function takePendingRows(dir: string, store: ChunkStore, ensureOwned: () => void): Promise<boolean> {
  if (!(await hasPending(dir))) return false;
  const known = await store.blobKeys();
  let taken: ChunkRow[] = [];
  let bytes = 0;
  const commit = async (): Promise<void> => {
    ensureOwned();
    await store.append(taken);
    taken = [];
    bytes = 0;
  };
  for await (const rows of pendingRows(dir, store.dimensions)) {
    const [{ blobSha: blob, language }] = rows as [ChunkRow];
    // A run that was killed may have put these rows there.
    if (known.has(blobKeyOf({ blob, language }))) continue;
    for (const row of rows) {
      const whole = prepareChunk(row) as ChunkRow;
      taken.push(whole);
      bytes += whole.text.length + whole.searchText.length + 2 * store.dimensions;
    }
    if (bytes >= COMMIT_BYTES) await commit();
  }
  await commit();
  return true;
}
