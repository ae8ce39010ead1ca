/**
 * Checksums of a table's files, in <table>.lance/sums.json: size and SHA-256 of each file after the
 * last run. LanceDB notices a changed byte only if it happens to break the format. The sums are no
 * signature. A run that only adds files appends a line; a torn line is ignored.
 */

import { statSync } from 'node:fs';
import { lstat, readdir, rm, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { ifAbsent } from '../base/errors.ts';
import { MOST_STATE, readBounded, readTextBounded, sha256OfFile } from '../disk/boundedRead.ts';
import { parseSealedJson, replaceFile, sealJson } from '../disk/replaceFile.ts';

import { versionIn } from './checkTable.ts';
import { appendTo } from './pieceFile.ts';

interface FileSum {
  size: number;
  /** The file's time. If `stat` reports the same, the file need not be read. */
  mtimeMs: number;
  sha256: string;
}

/** The key is a path in the table's folder, with `/`. */
export type FileSums = Readonly<Record<string, FileSum>>;

const VERSION = 1;
const NAME = 'sums.json';
/**
 * The folders that queries and builds read. Transactions are not among them, because only
 * simultaneous writers need them, nor indexes, which only an unpacked table has. Nor is the hint of
 * the newest version, which is rewritten all the time and only saves LanceDB a look.
 */
const WATCHED: ReadonlySet<string | undefined> = new Set(['data', '_deletions', '_versions']);
export const VERSION_HINT = 'latest_version_hint.json';
const MANIFEST = /^\d{20}\.manifest$/;

/**
 * Call this before removing files, under the table's write lock: if the run is killed, no sums of
 * removed files remain.
 * @returns the sums, for `writeSums`
 */
export async function takeSums(directory: string): Promise<FileSums> {
  const known = await readSums(directory);
  await rm(join(directory, NAME), { force: true });
  return known;
}

/**
 * Reads the files that are new since `known`. @param adds true if the file of sums already holds
 * `known`
 */
export async function writeSums(directory: string, known: FileSums, adds = false): Promise<void> {
  const files: Record<string, FileSum> = {};
  for (const path of await watchedFiles(directory)) {
    const { size, mtimeMs } = await stat(join(directory, path));
    const before = known[path];
    const isSame = before !== undefined && before.size === size && before.mtimeMs === mtimeMs;
    files[path] = isSame ? before : { size, mtimeMs, sha256: await sha256OfFile(join(directory, path)) };
  }
  const isGrown = adds && Object.entries(known).every(([path, sum]) => files[path] === sum);
  const fresh = Object.entries(files).filter(([path, sum]) => known[path] !== sum);
  if (!isGrown || Object.keys(known).length === 0)
    await replaceFile(join(directory, NAME), sealJson({ version: VERSION, files }));
  else if (fresh.length > 0) {
    const line = sealJson({ version: VERSION, files: Object.fromEntries(fresh) });
    // A killed writer may have left half a line, so the line begins with a line break.
    await appendTo(join(directory, NAME), Buffer.from(`\n${line}`));
  }
}

/** @returns paths of files that are missing or changed; empty without sums */
async function damagedFiles(directory: string): Promise<string[]> {
  const known = await readSums(directory);
  const damaged: string[] = [];
  for (const [path, { size, sha256 }] of Object.entries(known)) {
    const file = join(directory, path);
    const found = await lstat(file).catch(() => null);
    // Only regular files are read: reading a pipe would never end.
    if (found?.isFile() !== true || found.size !== size || (await sha256OfFile(file)) !== sha256) damaged.push(path);
  }
  return damaged.sort();
}

/**
 * Reads the sums of the last finished run. If they cannot be read, the next run makes them again.
 */
export async function readSums(directory: string): Promise<FileSums> {
  const text = await readTextBounded(join(directory, NAME), MOST_STATE).catch(() => '');
  const sums: Record<string, FileSum> = {};
  for (const line of text.split('\n')) {
    const { version, files } = parseSealedJson(line);
    if (version === VERSION && isSums(files)) Object.assign(sums, files);
  }
  return sums;
}

function isSums(files: unknown): files is FileSums {
  if (typeof files !== 'object' || files === null) return false;
  return Object.entries(files as Record<string, Partial<FileSum> | null>).every(
    ([path, sum]) =>
      isWatched(path) &&
      typeof sum?.size === 'number' &&
      typeof sum.mtimeMs === 'number' &&
      typeof sum.sha256 === 'string',
  );
}

/**
 * True for paths in the watched folders. Whoever made the Git directory may have written any path
 * into the sums, and damaged files are removed.
 */
function isWatched(path: string): boolean {
  const parts = path.split(/[/\\]/);
  return WATCHED.has(parts[0]) && !parts.includes('..');
}

/**
 * Returns the table's version if `stat` shows that all files are unchanged since the last finished
 * run; otherwise null.
 */
export async function untouchedVersion(directory: string): Promise<number | null> {
  const known = await readSums(directory);
  const paths = await watchedFiles(directory).catch(ifAbsent<string[]>([]));
  if (paths.length === 0 || paths.length !== Object.keys(known).length) return null;
  for (const path of paths) {
    const found = statSync(join(directory, path), { throwIfNoEntry: false });
    if (found === undefined || known[path]?.size !== found.size || known[path].mtimeMs !== found.mtimeMs) return null;
  }
  const [newest = ''] = await manifestsIn(directory);
  return known[newest] === undefined ? null : versionIn(basename(newest));
}

async function watchedFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== VERSION_HINT)
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(isWatched)
    .sort();
}

// Sorts the damaged files of a table by the damage they do.

interface Damage {
  /** Files of the newest version: its rows, or the list of them. */
  rows: string[];
  /** Files that only older versions need; they can be removed. */
  old: string[];
  /**
   * Manifests that are newer than the newest version: the table has been set back to an earlier
   * one.
   */
  newer: string[];
}

/** @param directory the table's folder; paths are relative to it */
export async function inspectSums(directory: string): Promise<Damage> {
  const damage: Damage = { rows: [], old: [], newer: [] };
  const damaged = await damagedFiles(directory);
  if (damaged.length === 0) return damage;
  const [newest = null] = await manifestsIn(directory);
  const listed = newest === null ? null : await readBounded(join(directory, newest), MOST_STATE).catch(() => null);
  for (const path of damaged) {
    const isCurrent = listed === null || path === newest || listed.includes(basename(path));
    if (newest !== null && path.startsWith('_versions/') && path < newest) damage.newer.push(path);
    else if (isCurrent) damage.rows.push(path);
    else damage.old.push(path);
  }
  return damage;
}

/** Nobody could read these files, and LanceDB's own cleaning fails on them. */
export async function removeOldFiles(directory: string): Promise<void> {
  const { old } = await inspectSums(directory);
  await Promise.all(old.map((path) => rm(join(directory, path), { force: true })));
}

/**
 * Returns the names of manifests, newest first. LanceDB names each by the difference of its version
 * to 2^64.
 */
export async function manifestsIn(directory: string): Promise<string[]> {
  const entries = await readdir(join(directory, '_versions'), { withFileTypes: true }).catch(ifAbsent([]));
  const names = entries.filter((entry) => entry.isFile() && MANIFEST.test(entry.name)).map(({ name }) => name);
  return names.sort().map((name) => `_versions/${name}`);
}
