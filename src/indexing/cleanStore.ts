/**
 * `cora clean`: deletes the index of the chosen embedder, with `old` those that other versions of Cora left, or with `all`
 * those of every embedder and version, and the log of the hooks.
 * Each by the names that Cora gives, and nothing else: the folder may be the user's own.
 */

import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EmbedderInfo } from '../base/types.ts';
import type { Options } from '../settings/options.ts';
import { COMMIT_TABLE, tipsPath } from '../store/commitTable.ts';
import { fingerprintDir, listFingerprints } from '../store/location.ts';
import { TEMP_FILE } from '../store/replaceFile.ts';
import { listOtherStores } from '../view/noIndex.ts';
import { locateIndex, type Surroundings } from '../view/surroundings.ts';
import { storeFingerprint } from '../view/workspace.ts';
import { hookLogFiles } from './lastRun.ts';

/** The names in the folder of a fingerprint: see "On disk" in docs/architecture.md. */
const PARTS: readonly string[] = [
  'chunks.lance',
  'commentary.lance',
  'commentary',
  'views',
  'repo_state.json',
  'blobs.json',
  'write.lock',
  'write.lock.json',
];

/** @returns what was deleted, or in a dry run would be */
export async function cleanStore(
  options: Options,
  surroundings: Surroundings,
  { dryRun }: { dryRun: boolean },
): Promise<{ paths: string[] }> {
  const { workspace, embedder } = await locateIndex(options, surroundings);
  const { root, isOwn } = workspace.location;
  const fingerprints = await chosen(options, root, embedder);
  const dirs = fingerprints.map((fingerprint) => fingerprintDir(root, fingerprint));
  const parts = await Promise.all(dirs.map(partsOf));
  const files: string[] = [];
  const isAny = options.old !== true || fingerprints.length > 0;
  // The history serves all embedders, and goes with the last of them.
  if (isAny && listFingerprints(root).every((fingerprint) => fingerprints.includes(fingerprint)))
    files.push(...(await thoseThere([COMMIT_TABLE.directory(root), tipsPath(root)])));
  if (options.all === true && isOwn) files.push(...(await thoseThere(hookLogFiles(root))));
  const paths = [...dirs.filter((_, at) => parts[at]!.length > 0), ...files];
  if (dryRun) return { paths };
  for (const path of [...parts.flat(), ...files]) await rm(path, { recursive: true, force: true, maxRetries: 5 });
  const emptied = [...dirs.filter((_, at) => parts[at]!.length > 0), ...new Set(files.map(dirname))];
  for (const dir of emptied) if (dir !== root) await rmdir(dir).catch(() => undefined);
  if (isOwn) await rmdir(root).catch(() => undefined);
  return { paths };
}

async function chosen({ all, old }: Options, root: string, embedder: EmbedderInfo): Promise<string[]> {
  if (all === true) return listFingerprints(root);
  if (old !== true) return [storeFingerprint(embedder)];
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
