/**
 * A store is made of folders and files of its own. A link among them would have Cora read, write, compact or delete what lies
 * elsewhere: whoever made the Git directory may not choose that.
 */

import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { shellWord } from '../base/shellWord.ts';

/** The files of a table's indexes lie so deep: `chunks.lance/_indices/<uuid>/x.lance`. */
const DEPTH = 4;
/** Readers ask for each table's files when they open it: checkTable.ts. */
const DEPTH_TO_READ = 2;

/** @throws CoraError STORE where the folder or anything in it is a link. What is not there, or can't be read, is none. */
export function refuseLinks(dir: string, depth = DEPTH): void {
  if (isLink(dir)) throw refused(dir);
  lookBelow(dir, depth);
}

/** The same, as far as readers need it. */
export function refuseLinksToRead(dir: string): void {
  refuseLinks(dir, DEPTH_TO_READ);
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
    if (entry.isSymbolicLink()) throw refused(path);
    if (entry.isDirectory() && depth > 1) lookBelow(path, depth - 1);
  }
}

function entriesOf(dir: string) {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    if (isUnreadable(error)) return [];
    throw error;
  }
}

function isUnreadable(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
}

export function refused(path: string): CoraError {
  return new CoraError('STORE', `${path} is a link, and an index is neither read nor written through one.`, {
    hint: `Remove the link, then: cora index. For an index elsewhere: --store DIR or CORA_STORE`,
  });
}

/** A folder that the user named. */
export function refusedByName(path: string): CoraError {
  return new CoraError('STORE', `${path} is a link, and an index is neither read nor written through one.`, {
    hint: `name the folder that it leads to: --store ${targetOf(path)}, or CORA_STORE`,
  });
}

/** As one word of a shell. */
function targetOf(path: string): string {
  try {
    return shellWord(realpathSync(path));
  } catch {
    return 'DIR';
  }
}
