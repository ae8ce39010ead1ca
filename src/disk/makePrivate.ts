/**
 * Makes folders that only this user can read and write, and ordinary folders with those above them.
 */

import { chmodSync, constants, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { CoraError, hintFor, isOfNoPlace, systemFailure } from '../base/errors.ts';
import { readTextBounded } from './boundedRead.ts';
import { isGone, markOfSelf, type ProcessMark } from './processes.ts';

/** The mode of files in private folders. */
export const PRIVATE_FILE = 0o600;
const { O_APPEND, O_CREAT, O_WRONLY } = constants;
/** The flag `a`, except that a pipe without a reader is an error (ENXIO). */
export const APPEND = O_APPEND | O_CREAT | O_WRONLY | (constants.O_NONBLOCK ?? 0);
const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o002;
/** Matches a fingerprint, the name of a store's folder. */
const FINGERPRINT = /^[0-9a-f]{16}$/;

/**
 * Makes the missing folders of a path, whatever the umask.
 * @param isOwn true if the folder is Cora's own place, not one that the user chose; if it exists
 * already, it is closed to others
 */
export function makePrivate(dir: string, isOwn = FINGERPRINT.test(basename(dir))): void {
  makeFolders(dir, PRIVATE_FOLDER);
  if (isOwn) shutOthersOut(dir);
}

/**
 * Closes a folder that an older version made to others, unless it belongs to another user or is
 * missing.
 */
export function shutOthersOut(dir: string): void {
  const found = lstatSync(dir, { throwIfNoEntry: false });
  if (process.getuid === undefined || found === undefined || !found.isDirectory()) return;
  if (found.uid === process.getuid() && (found.mode & OTHERS) !== 0) chmodSync(dir, PRIVATE_FOLDER);
}

/**
 * Refuses a folder that others could have filled. A folder of root is accepted, and under sudo, as
 * in Git, one of the calling user.
 * @param variable of the environment that names another place
 * @throws CoraError STORE if another user made the folder or may write into it
 */
export function mustBeOwn(dir: string, variable: string, env: NodeJS.ProcessEnv): void {
  const found = lstatSync(dir, { throwIfNoEntry: false });
  const self = process.getuid?.();
  if (self === undefined || found === undefined || !found.isDirectory()) return;
  const isCaller = self === 0 && env['SUDO_UID'] === String(found.uid);
  const isOthers = found.uid !== self && found.uid !== 0 && !isCaller;
  if (!isOthers && (found.mode & OTHERS_WRITE) === 0) return;
  const why = isOthers ? 'belongs to another user' : 'can be written by every user of this machine';
  throw new CoraError('STORE', `${dir} ${why}: nothing in it is used.`, {
    hint: `choose a folder of your own, as in a container with somebody's home: ${variable}=FOLDER`,
  });
}

// Makes a folder and those above it. Node's own way never ends if an existing folder takes no
// other, as in /proc.

/** @throws the system's error: ENOENT of `mkdir` if an existing folder takes no other */
export function makeFolders(dir: string, mode = 0o777): void {
  try {
    mkdirSync(dir, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = dirname(dir);
    if (code === 'ENOENT' && above !== dir && statSync(above, { throwIfNoEntry: false }) === undefined) {
      makeFolders(above, mode);
      makeFolders(dir, mode);
    } else if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

// A folder for unfinished files, on the disk of their target. A killed process leaves it, and the
// next one with the same target removes it. A file in it names the process, and also the folder by
// facts that a clone or an archive cannot know.

/** The file that names the folder's process until it is finished. */
export const OWNER = '.cora-owner.json';
const REMOVAL = { recursive: true, force: true, maxRetries: 5 };
/**
 * Without the mark nobody can tell whose folder it is. After this time it is removed, but only if
 * it is empty or has an empty mark, and only its owner may enter it, as mkdtemp makes it. A process
 * that was about to mark it makes another one.
 */
const UNMARKED_MS = 60 * 1000;

/**
 * @param target a path; the folder gets its name, a dot and six characters
 * @param hint what to do if nothing can be written there
 * @throws CoraError STORE that names the target, or its folder if that is missing
 */
export async function makeFolderBeside(target: string, hint: string): Promise<string> {
  const around = dirname(target);
  if ((await stat(around).catch(() => null)) === null)
    throw new CoraError('STORE', `${around} is not there: ${target} cannot be written.`, {
      hint: hint.replace(/^check permissions and free space/, 'the folder does not exist: create it'),
    });
  try {
    await removeLeftOvers(target);
    return await makeMarked(target).catch(() => makeMarked(target));
  } catch (error) {
    const known = systemFailure(error, `${target} cannot be written`);
    throw new CoraError('STORE', known?.message ?? `${target} cannot be written: ${(error as Error).message}`, {
      hint: hintFor(known?.hint, hint, isOfNoPlace),
      cause: error,
    });
  }
}

interface FolderMark extends ProcessMark {
  folder: string;
}

/** Returns the folder's inode and the nanosecond of its creation. */
async function identityOf(folder: string): Promise<string> {
  const { ino, birthtimeNs } = await lstat(folder, { bigint: true });
  return `${ino} ${birthtimeNs}`;
}

async function makeMarked(target: string): Promise<string> {
  const folder = await mkdtemp(`${target}.`);
  try {
    const mark: FolderMark = { ...markOfSelf(), folder: await identityOf(folder) };
    await writeFile(join(folder, OWNER), JSON.stringify(mark), { flag: 'wx', mode: PRIVATE_FILE });
    unfinished.add(folder);
    return folder;
  } catch (error) {
    // The disk is full: without a mark nobody would remove the folder.
    await removeFolder(folder);
    throw error;
  }
}

/**
 * Removes the mark last, so that a process which is killed meanwhile leaves a folder with its name.
 */
export async function removeFolder(folder: string): Promise<void> {
  unfinished.delete(folder);
  for (const name of await readdir(folder).catch(() => [])) if (name !== OWNER) await rm(join(folder, name), REMOVAL);
  await rm(folder, REMOVAL);
}

/** Keeps a finished folder, which is at `place` now. */
export async function disownFolder(folder: string, place = folder): Promise<void> {
  unfinished.delete(folder);
  await rm(join(place, OWNER), { force: true });
}

/** Unfinished folders of this process. */
const unfinished = new Set<string>();

/** Removes unfinished folders when a process ends. */
export function removeUnfinished(): void {
  for (const folder of unfinished) {
    try {
      for (const name of readdirSync(folder)) if (name !== OWNER) rmSync(join(folder, name), REMOVAL);
      rmSync(folder, REMOVAL);
    } catch {
      // The next process with the same target tries again.
    }
  }
}

async function removeLeftOvers(target: string): Promise<void> {
  const start = `${basename(target)}.`;
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(start) || !/^[A-Za-z0-9]{6}$/.test(name.slice(start.length))) continue;
    const folder = join(dirname(target), name);
    // Another process may be removing it, or it may not be removed: leave it.
    await removeLeftOver(folder).catch(() => undefined);
  }
}

async function removeLeftOver(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory() || (process.getuid !== undefined && found.uid !== process.getuid())) return;
  const mark = await readMark(join(folder, OWNER));
  if (mark !== null && mark.folder === (await identityOf(folder)) && isGone(mark)) await removeFolder(folder);
  else if (mark === null && Date.now() - found.mtimeMs > UNMARKED_MS && (found.mode & 0o777) === PRIVATE_FOLDER) {
    const { size } = await lstat(join(folder, OWNER)).catch(() => ({ size: -1 }));
    if (size === 0) await rm(join(folder, OWNER));
    await rmdir(folder);
  }
}

async function readMark(file: string): Promise<FolderMark | null> {
  const found = await lstat(file).catch(() => null);
  if (found?.isFile() !== true) return null;
  const mark = parseOrNull(await readTextBounded(file, SMALL_JSON.bytes), SMALL_JSON) as Partial<FolderMark> | null;
  return typeof mark?.pid === 'number' && typeof mark.host === 'string' ? (mark as FolderMark) : null;
}
