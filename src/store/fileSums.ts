/**
 * <table>.lance/sums.json: size and SHA-256 of the table's files, as the last run that wrote them
 * left them, and what it means where a file is another one now. LanceDB notices a changed byte only
 * where it happens to break the format. Not a signature. A run that only adds files adds a line;
 * one that is not whole is left out.
 */

import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { lstat, readdir, rm, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ifAbsent } from '../base/errors.ts';
import { MOST_STATE, readBounded, readTextBounded } from '../disk/boundedRead.ts';
import { parseSealedJson, replaceFile, sealJson } from '../disk/replaceFile.ts';

import { versionIn } from './checkTable.ts';
import { appendTo } from './pieceFile.ts';

interface FileSum {
  size: number;
  /** The time that `stat` reports, to tell without reading that a file is the one that was read. */
  mtimeMs: number;
  sha256: string;
}

/** By path under the table's folder, with `/`. */
export type FileSums = Readonly<Record<string, FileSum>>;

const VERSION = 1;
const NAME = 'sums.json';
/**
 * The folders that queries and builds read. Not: transactions, which matter to writers at the same
 * moment only, and the hint of the newest version, which is written over and over and only saves
 * LanceDB a look.
 */
const WATCHED: ReadonlySet<string | undefined> = new Set(['data', '_deletions', '_indices', '_versions']);
export const VERSION_HINT = 'latest_version_hint.json';
const MANIFEST = /^\d{20}\.manifest$/;

/**
 * To be called before files are removed, under the table's write lock: a run that is killed then
 * leaves no sums of files that it has removed.
 * @returns for `writeSums`
 */
export async function takeSums(directory: string): Promise<FileSums> {
  const known = await readSums(directory);
  await rm(join(directory, NAME), { force: true });
  return known;
}

/** Reads the files that are new since `known`. @param adds that stands in the file still */
export async function writeSums(directory: string, known: FileSums, adds = false): Promise<void> {
  const files: Record<string, FileSum> = {};
  for (const path of await watchedFiles(directory)) {
    const { size, mtimeMs } = await stat(join(directory, path));
    const before = known[path];
    const isSame = before !== undefined && before.size === size && before.mtimeMs === mtimeMs;
    files[path] = isSame ? before : { size, mtimeMs, sha256: await sumOf(join(directory, path)) };
  }
  const isGrown = adds && Object.entries(known).every(([path, sum]) => files[path] === sum);
  const fresh = Object.entries(files).filter(([path, sum]) => known[path] !== sum);
  if (!isGrown || Object.keys(known).length === 0)
    await replaceFile(join(directory, NAME), sealJson({ version: VERSION, files }));
  else if (fresh.length > 0) {
    const line = sealJson({ version: VERSION, files: Object.fromEntries(fresh) });
    // A writer that was killed may have left half a line.
    await appendTo(join(directory, NAME), Buffer.from(`\n${line}`));
  }
}

/** @returns paths of files that are gone or not as they were written; none without sums */
async function damagedFiles(directory: string): Promise<string[]> {
  const known = await readSums(directory);
  const damaged: string[] = [];
  for (const [path, { size, sha256 }] of Object.entries(known)) {
    const file = join(directory, path);
    const found = await lstat(file).catch(() => null);
    // A pipe would never end.
    if (found?.isFile() !== true || found.size !== size || (await sumOf(file)) !== sha256) damaged.push(path);
  }
  return damaged.sort();
}

/** Reads the sums of the last finished run. Where that fails, the next run takes them again. */
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
 * Whoever hands over a Git directory chooses what is written there, and what is damaged is removed:
 * nothing outside of the table.
 */
function isWatched(path: string): boolean {
  const parts = path.split(/[/\\]/);
  return WATCHED.has(parts[0]) && !parts.includes('..');
}

/** The version of a table whose files are, by stat, as the last finished run left them; or null. */
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

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

// Files of a table that are not as they were written, by what that means.

interface Damage {
  /** The files of indexes, which are made of the rows. */
  indexes: string[];
  /** The files of the newest version: rows, or the list of them. */
  rows: string[];
  /** The files of earlier versions only: they can go. */
  old: string[];
  /** Lists newer than the newest version: the table is what it was before the last run. */
  newer: string[];
}

/** @param directory of the table; paths are relative to it */
export async function inspectSums(directory: string): Promise<Damage> {
  const damage: Damage = { indexes: [], rows: [], old: [], newer: [] };
  const damaged = await damagedFiles(directory);
  if (damaged.length === 0) return damage;
  const [newest = null] = await manifestsIn(directory);
  const listed = newest === null ? null : await readBounded(join(directory, newest), MOST_STATE).catch(() => null);
  for (const path of damaged) {
    const isCurrent = listed === null || path === newest || listed.includes(basename(path));
    if (path.startsWith('_indices/')) damage.indexes.push(path);
    else if (newest !== null && path.startsWith('_versions/') && path < newest) damage.newer.push(path);
    else if (isCurrent) damage.rows.push(path);
    else damage.old.push(path);
  }
  return damage;
}

/** They could not be read by anybody, and LanceDB's own cleaning stumbles over them. */
export async function removeOldFiles(directory: string): Promise<void> {
  const { old } = await inspectSums(directory);
  await Promise.all(old.map((path) => rm(join(directory, path), { force: true })));
}

/** Returns the manifests, newest first: LanceDB names them by what is missing to 2^64. */
export async function manifestsIn(directory: string): Promise<string[]> {
  const entries = await readdir(join(directory, '_versions'), { withFileTypes: true }).catch(ifAbsent([]));
  const names = entries.filter((entry) => entry.isFile() && MANIFEST.test(entry.name)).map(({ name }) => name);
  return names.sort().map((name) => `_versions/${name}`);
}
