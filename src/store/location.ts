/**
 * Finds a repository's store. By default it is inside the common Git directory, so that all
 * worktrees share it and no status shows it. It may be where the user says, or in a cache
 * directory. Links there are not followed: whoever made the Git directory must not choose what Cora
 * writes.
 */

import { createHash } from 'node:crypto';
import { accessSync, constants, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CoraError, codeOf } from '../base/errors.ts';
import { shellWord } from '../base/renderText.ts';

export interface StoreLocation {
  root: string;
  /** False if the index can be searched but not updated here. */
  writable: boolean;
  /**
   * True for Cora's own place, which other users may not enter. False for a folder that the user
   * chose.
   */
  isOwn: boolean;
}

interface StoreLocationRequest {
  /** The repository's common Git directory; null without a repository. */
  commonDir: string | null;
  /** The folder of `--store`, CORA_STORE or the configuration, used as it is. */
  override: string | null;
  /** The user's cache directory. */
  cacheDir: string;
}

/** Errors that mean: there is nothing, or nothing that this user may read. */
const UNREADABLE: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM']);
const FINGERPRINT = /^[0-9a-f]{8,64}$/;

/** @throws CoraError STORE for a link, NOT_A_REPOSITORY, USAGE for an override that is no folder */
export function storeLocation({ commonDir, override, cacheDir }: StoreLocationRequest): StoreLocation {
  if (override !== null) {
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(override)) {
      throw new CoraError('USAGE', 'A store is a folder: an address cannot be one.', {
        hint: 'cora push ADDRESS   publishes an index there; --index ADDRESS searches it',
      });
    }
    const root = resolve(override);
    // A link is refused only where the user did not name the place.
    if (isLink(root))
      throw refusedLink(root, `name the folder that it leads to: --store ${targetOf(root)}, or CORA_STORE`);
    return { root, writable: isWritable(root), isOwn: false };
  }
  if (commonDir === null) {
    throw new CoraError('NOT_A_REPOSITORY', 'there is no Git repository here, and no index was named', {
      hint: 'change into a repository, or name an index with --store DIR',
    });
  }
  const home = join(commonDir, 'cora');
  if (isLink(home)) throw refusedLink(home);
  if (isWritable(home)) return { root: home, writable: true, isOwn: true };
  const cache = join(cacheDir, 'cora', createHash('sha256').update(commonDir).digest('hex').slice(0, 16));
  const cacheIsWritable = isWritable(cache);
  const isBuiltHere = listFingerprints(cache).length > 0;
  // An index that came with a read-only checkout is used until this user builds one.
  if (!isBuiltHere && listFingerprints(home).length > 0) return { root: home, writable: false, isOwn: true };
  return { root: cache, writable: cacheIsWritable, isOwn: true };
}

/** LanceDB writes a control character as `%09`, and Node reads invalid UTF-8 as U+FFFD. */
const UNSPEAKABLE = /[\0-\x1f\x7f\ufffd]/;

/**
 * @throws CoraError STORE for a path that LanceDB would spell differently, and so use another
 * folder
 */
export function refuseOddPath(dir: string): void {
  if (!UNSPEAKABLE.test(dir)) return;
  const what = 'control characters, or bytes that are not UTF-8, are in its path';
  throw new CoraError('STORE', `${JSON.stringify(dir)} cannot hold an index: ${what}.`, {
    hint: 'keep it elsewhere: --store DIR or CORA_STORE',
  });
}

/** The folder for one chunker and embedder. Vectors of two embedders are never mixed. */
export function fingerprintDir(root: string, fingerprint: string): string {
  return join(root, fingerprint);
}

/** Returns the sorted fingerprints of the stores under `root`; empty if there is no such folder. */
export function listFingerprints(root: string): string[] {
  return entriesOf(root)
    .filter((entry) => entry.isDirectory() && FINGERPRINT.test(entry.name))
    .map((entry) => entry.name)
    .sort();
}

function entriesOf(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    if (isUnreadable(error)) return [];
    throw error;
  }
}

/** True if the folder, or the nearest existing one above it, can be written. Creates nothing. */
function isWritable(dir: string): boolean {
  try {
    if (!statSync(dir).isDirectory()) return false;
    accessSync(dir, constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    return codeOf(error) === 'ENOENT' && dirname(dir) !== dir && isWritable(dirname(dir));
  }
}

// A store consists of real folders and files. Through a link Cora would read, write or delete files
// elsewhere, and whoever made the Git directory must not choose those.

/** The depth of the files of a table's indexes: `chunks.lance/_indices/<uuid>/x.lance`. */
const DEPTH = 4;
/** Readers check less: checkTable.ts checks each table's files when it is opened. */
const DEPTH_TO_READ = 2;

/** @param mode readers check less deep. @throws CoraError STORE if the folder holds or is a link */
export function refuseLinks(dir: string, mode: 'read' | 'write'): void {
  if (isLink(dir)) throw refusedLink(dir);
  lookBelow(dir, mode === 'read' ? DEPTH_TO_READ : DEPTH);
}

export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
}

function lookBelow(dir: string, depth: number): void {
  for (const entry of entriesOf(dir)) {
    const path = join(dir, entry.name);
    if (entry.isSymbolicLink()) throw refusedLink(path);
    if (entry.isDirectory() && depth > 1) lookBelow(path, depth - 1);
  }
}

function isUnreadable(error: unknown): boolean {
  return UNREADABLE.has(codeOf(error));
}

const REMOVE_IT = 'Remove the link, then: cora index. For an index elsewhere: --store DIR or CORA_STORE';

export function refusedLink(path: string, hint = REMOVE_IT): CoraError {
  return new CoraError('STORE', `${path} is a link, and an index is neither read nor written through one.`, { hint });
}

/** Returns the target of a link, quoted for a shell. */
function targetOf(path: string): string {
  try {
    return shellWord(realpathSync(path));
  } catch {
    return 'DIR';
  }
}

/** The name of LanceDB's table. */
export const CHUNKS = 'chunks';

/** The folder of a table of LanceDB. */
export function tableDirectory(dir: string, name: string): string {
  return join(dir, `${name}.lance`);
}

/** Returns the bytes of all regular files in a folder. Files that vanish meanwhile do not count. */
export async function bytesUnder(dir: string): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await lstat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
