/**
 * Checks the folder of a table before LanceDB opens it. It may hold no links, only files that
 * Cora's tables have, and every manifest and every head of a word index is read (lanceFiles.ts).
 * For object storage see objects/openObjects.ts.
 */

import { type Dirent, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CoraError, codeOf, ifAbsent } from '../base/errors.ts';
import { readBoundedSync, TooLarge } from '../disk/boundedRead.ts';
import { stampOfFile } from '../disk/replaceFile.ts';
import { checkIndexFile, checkManifest, OddField } from './lanceFiles.ts';
import { refusedLink } from './location.ts';

/** Files that were checked, by path. They never change, and a server opens tables often. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;

/**
 * @param table the folder; a missing one is in order
 * @throws CoraError STORE for links, BROKEN_INDEX for everything else that Cora does not write; the
 * system's error for what cannot be read
 */
export function checkTable(table: string): void {
  try {
    checkFolder(table, []);
  } catch (error) {
    if (!(error instanceof OddField)) throw error;
    throw new CoraError('BROKEN_INDEX', `the index in ${table} is not opened: it has ${error.message}`, {
      hint: 'if the index is your own, rebuild it: cora doctor --fix; if somebody gave it to you, do not use it',
      cause: error,
    });
  }
}

function checkFolder(table: string, folder: readonly string[]): void {
  for (const entry of entriesOf(join(table, ...folder))) {
    const path = [...folder, entry.name];
    const place = join(table, ...path);
    if (entry.isDirectory()) {
      mustBeFolder(path);
      checkFolder(table, path);
      continue;
    }
    if (entry.isSymbolicLink()) throw refusedLink(place);
    if (!entry.isFile()) throw new OddField(`what is no file: ${JSON.stringify(entry.name)}`);
    const part = checkedPart(path);
    if (part !== null) checkFile(place, part);
  }
}

function checkFile(path: string, { most, check }: CheckedPart): void {
  // The stamp is taken before reading: if the file changes meanwhile, it is read again.
  const stamp = stampOfFile(path);
  // A writer may have removed the file.
  if (stamp === '' || known.get(path) === stamp) return;
  const bytes = readUpTo(path, most);
  if (bytes === null) return;
  check(bytes);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(path, stamp);
}

function readUpTo(path: string, most: number): Buffer | null {
  try {
    return readBoundedSync(path, most);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    if (error instanceof TooLarge) throw new OddField(`a file of that size: ${JSON.stringify(basename(path))}`);
    throw error;
  }
}

function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    // A folder that cannot be listed is an error: LanceDB could still open files in it by name.
    return ifAbsent([])(error);
  }
}

/** A file that has to be checked, and how. */
export interface CheckedPart {
  /** The most bytes it may have. */
  most: number;
  /** @throws OddField */
  check(bytes: Buffer): void;
  /** The version of a manifest; null for the head of an index. */
  version: number | null;
}

const FOLDERS: readonly string[] = ['data', '_versions', '_transactions', '_indices', '_deletions'];
const MANIFEST = /^\d{20}\.manifest$/;
const LARGEST_MANIFEST = 256 * 1024 * 1024;
const LARGEST_HEAD = 16 * 1024 * 1024;
/** The head of an index of words. */
const HEAD = 'metadata.lance';
/**
 * The name of an index's head in old versions of LanceDB. LanceDB reads it if the new one cannot be
 * read.
 */
const OLD_HEAD = 'tokens.lance';

/**
 * @param path the names from the table's folder down. @throws OddField if no table of Cora's has
 * this folder
 */
export function mustBeFolder(path: readonly string[]): void {
  const [first = '', name = ''] = path;
  const isOurs = path.length === 1 ? FOLDERS.includes(first) : first === '_indices' && /^[\w-]+$/.test(name);
  if (!isOurs || path.length > 2) throw new OddField(`a folder ${JSON.stringify(path.at(-1))}`);
}

/**
 * @param path in folders that were checked. @returns null for a file that is not read. @throws
 * OddField for one that Cora does not write
 */
export function checkedPart(path: readonly string[]): CheckedPart | null {
  const name = path.at(-1)!;
  // LanceDB once kept the newest manifest here.
  if (path.length === 1 && name.endsWith('manifest')) throw new OddField(`a manifest ${JSON.stringify(name)}`);
  if (path[0] === '_versions' && path.length === 2 && name.endsWith('manifest'))
    return { most: LARGEST_MANIFEST, check: checkManifest, version: versionIn(name) };
  if (path[0] !== '_indices' || path.length !== 3) return null;
  // On a file system that ignores case, LanceDB finds it in any spelling.
  if (name.toLowerCase() === OLD_HEAD) throw new OddField('an index of an older LanceDB');
  if (name.toLowerCase() !== HEAD) return null;
  return { most: LARGEST_HEAD, check: checkIndexFile, version: null };
}

/**
 * Names of manifests count down, so that the newest comes first. The version must be a number that
 * is exact in a double.
 */
export function versionIn(name: string): number {
  const version = MANIFEST.test(name) ? 2n ** 64n - 1n - BigInt(name.slice(0, 20)) : 0n;
  if (version < 1n || version > BigInt(Number.MAX_SAFE_INTEGER))
    throw new OddField(`a manifest ${JSON.stringify(name)}`);
  return Number(version);
}
