/**
 * Folders that nobody but this user reads or plants anything in, and how a folder is made with
 * those above it.
 */

import { chmodSync, constants, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { CoraError, hintFor, isOfNoPlace, systemFailure } from '../base/errors.ts';
import { readTextBounded } from './boundedRead.ts';
import { isGone, markOfSelf, type ProcessMark } from './processes.ts';

/** The mode of files in such folders. */
export const PRIVATE_FILE = 0o600;
const { O_APPEND, O_CREAT, O_WRONLY } = constants;
/** The flag `a`, but a pipe that nobody reads is refused (ENXIO). */
export const APPEND = O_APPEND | O_CREAT | O_WRONLY | (constants.O_NONBLOCK ?? 0);
const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o002;
/** The fingerprint that Cora names a store's folder by. */
const FINGERPRINT = /^[0-9a-f]{16}$/;

/**
 * Creates what is missing of the path, whatever the umask.
 * @param isOwn the folder is Cora's by its place, not one that the user chose: where it is there
 * already, others are shut out of it
 */
export function makePrivate(dir: string, isOwn = FINGERPRINT.test(basename(dir))): void {
  makeFolders(dir, PRIVATE_FOLDER);
  if (isOwn) shutOthersOut(dir);
}

/** Closes a folder that an older version made, unless it is another user's or not there. */
export function shutOthersOut(dir: string): void {
  const found = lstatSync(dir, { throwIfNoEntry: false });
  if (process.getuid === undefined || found === undefined || !found.isDirectory()) return;
  if (found.uid === process.getuid() && (found.mode & OTHERS) !== 0) chmodSync(dir, PRIVATE_FOLDER);
}

/**
 * Refuses a folder whose content would be read as this user's own. Root's is as good; under sudo,
 * as with Git, that of who called it.
 * @param variable of the environment, which names another place
 * @throws CoraError STORE where another user made it, or could have written into it
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

// Makes a folder and those above it. Node's own way never ends where a folder that is there takes
// no other, as in /proc.

/** @throws the system's error: ENOENT of `mkdir` where a folder that is there takes none */
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

// A folder for what is not finished, on the disk of what it will be. A killed process leaves it;
// the next one that makes such a folder for the same target removes it: a file in it names the
// process, and the folder by what no clone or archive that brings one can know.

/** The file that names the process whose folder it is, until it is finished. */
export const OWNER = '.cora-owner.json';
const REMOVAL = { recursive: true, force: true, maxRetries: 5 };
/**
 * Without a mark nobody can tell whose it is: it is removed only where nothing is in it, or a mark
 * of no bytes, and nobody else may enter it, as mkdtemp has it. Whoever was about to mark it makes
 * another.
 */
const UNMARKED_MS = 60 * 1000;

/**
 * @param target a path; the folder's name is that of the target, a dot and six characters
 * @param hint what to do where nothing can be written there
 * @throws CoraError STORE that names the target, or the folder that it would lie in and that is not
 * there
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

/** Its inode and the nanosecond of its birth. */
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
    // A full disk: without a mark nobody would remove it.
    await removeFolder(folder);
    throw error;
  }
}

/** The mark goes last: a process that is killed meanwhile leaves a folder that names it. */
export async function removeFolder(folder: string): Promise<void> {
  unfinished.delete(folder);
  for (const name of await readdir(folder).catch(() => [])) if (name !== OWNER) await rm(join(folder, name), REMOVAL);
  await rm(folder, REMOVAL);
}

/** Keeps a finished folder, which lies at `place` now. */
export async function disownFolder(folder: string, place = folder): Promise<void> {
  unfinished.delete(folder);
  await rm(join(place, OWNER), { force: true });
}

/** Folders of this process that are not finished. */
const unfinished = new Set<string>();

/** For a process that is ended, and still has a moment. */
export function removeUnfinished(): void {
  for (const folder of unfinished) {
    try {
      for (const name of readdirSync(folder)) if (name !== OWNER) rmSync(join(folder, name), REMOVAL);
      rmSync(folder, REMOVAL);
    } catch {
      // The next process that makes one for the same target tries again.
    }
  }
}

async function removeLeftOvers(target: string): Promise<void> {
  const start = `${basename(target)}.`;
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(start) || !/^[A-Za-z0-9]{6}$/.test(name.slice(start.length))) continue;
    const folder = join(dirname(target), name);
    // One that another process or user removes at this moment, or that may not be removed, is let
    // be.
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
