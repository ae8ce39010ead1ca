/**
 * Writes what was planned: whole files at once, so that Git never starts half a hook and a crash leaves nobody's file empty, with
 * the mode that they had. Not by store/replaceFile.ts: these keep their modes and their bytes, which a plan holds as latin1.
 */

import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CoraError, hintFor, isOfNoPlace, systemFailure } from '../../base/errors.ts';
import { makeFolders } from '../../disk/makeFolders.ts';
import type { FileEdit } from '../fileEdit.ts';

const PERMISSIONS = 0o7777;

/** @throws CoraError STORE where a file can't be written; those before it are */
export function writeFiles(edits: readonly FileEdit[]): void {
  for (const edit of edits) {
    if (edit.before === edit.after) continue;
    try {
      write(edit);
    } catch (error) {
      const known = systemFailure(error, `${edit.file} can't be written`);
      throw new CoraError('STORE', known?.message ?? `${edit.file} can't be written: ${(error as Error).message}`, {
        hint: hintFor(
          known?.hint,
          'check its permissions and free space, then do it again: what is there already is kept',
          isOfNoPlace,
        ),
        cause: error,
      });
    }
  }
}

function write({ file, after, mode }: FileEdit): void {
  if (after === null) {
    rmSync(file);
    return;
  }
  const old = statSync(file, { throwIfNoEntry: false });
  makeFolders(dirname(file));
  const temp = join(dirname(file), `.${basename(file)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeDurably(temp, after, mode, old === undefined ? null : old.mode & PERMISSIONS);
    renameSync(temp, file);
  } catch (error) {
    rmSync(temp, { force: true });
    throw error;
  }
}

/** @param mode of a new file, less what the umask takes @param kept of the file whose place it takes */
function writeDurably(file: string, text: string, mode: number, kept: number | null): void {
  const handle = openSync(file, 'wx', mode);
  try {
    writeFileSync(handle, text, 'latin1');
    if (kept !== null) fchmodSync(handle, kept);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
