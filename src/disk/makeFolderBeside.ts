/**
 * A folder for what is not finished, on the disk of what it will be. A killed process leaves it;
 * the next one that makes such a folder for the same target removes it: a file in it names the
 * process, and the folder by what no clone or archive that brings one can know.
 */

import { rmSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseBounded, SMALL_JSON } from '../base/boundedJson.ts';
import { CoraError, hintFor, isOfNoPlace, systemFailure } from '../base/errors.ts';
import { readTextBounded } from './boundedRead.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from './makePrivate.ts';
import { isGone, markOfSelf, type ProcessMark } from './processes.ts';

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
    throw new CoraError('STORE', `${around} is not there: ${target} cannot be written.`, { hint });
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

export async function removeFolder(folder: string): Promise<void> {
  unfinished.delete(folder);
  await rm(folder, REMOVAL);
}

/**
 * It is finished, and stays under another name.
 * @param place where it is now
 */
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
  try {
    const mark = parseBounded(await readTextBounded(file, SMALL_JSON.bytes), SMALL_JSON) as Partial<FolderMark> | null;
    return typeof mark?.pid === 'number' && typeof mark.host === 'string' ? (mark as FolderMark) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
