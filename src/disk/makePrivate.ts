/**
 * Folders that nobody but this user reads or plants anything in, and how a folder is made with
 * those above it.
 */

import { chmodSync, constants, lstatSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { CoraError } from '../base/errors.ts';

/** The mode of files in such folders. */
export const PRIVATE_FILE = 0o600;
const { O_APPEND, O_CREAT, O_WRONLY } = constants;
/**
 * The flag `a` for node's functions, but a pipe that nobody reads is refused (ENXIO). Windows has
 * no pipes that are files.
 */
export const APPEND = O_APPEND | O_CREAT | O_WRONLY | (constants.O_NONBLOCK ?? 0);
export const PRIVATE_FOLDER = 0o700;
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

/**
 * Closes a folder that an older version made. Does nothing where it is another user's, or not
 * there.
 */
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
