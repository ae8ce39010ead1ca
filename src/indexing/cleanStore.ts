/**
 * `cora clean`: deletes the index of the chosen embedder, with `old` those that other versions of
 * Cora left, or with `all` those of every embedder and version, and the log of the hooks. Each by
 * the names that Cora gives, and nothing else: the folder may be the user's own.
 */

import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EmbedderInfo } from '../base/types.ts';
import { TEMP_FILE } from '../disk/replaceFile.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { COMMIT_TABLE, tipsPath } from '../store/commitTable.ts';
import { fingerprintDir, listFingerprints } from '../store/location.ts';
import { listOtherStores } from '../view/noIndex.ts';
import { locateIndex } from '../view/surroundings.ts';
import { storeFingerprint } from '../view/workspace.ts';
import { hookLogFiles } from './lastRun.ts';

/** The names in the folder of a fingerprint: see "On disk" in docs/architecture.md. */
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
  /**
   * The index of the chosen embedder, those that other versions of Cora left, or those of every
   * embedder and version.
   */
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
