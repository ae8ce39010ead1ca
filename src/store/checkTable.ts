/**
 * Looks at the folder of a table before LanceDB does: nothing in it is a link or leads elsewhere, and what tableFiles.ts names is read.
 * What changes afterwards is a writer's who may write there: another process of this user.
 */

import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { readBoundedSync, TooLarge } from '../disk/boundedRead.ts';
import { OddField } from './readFields.ts';
import { refused } from './refuseLinks.ts';
import { type CheckedPart, checkedPart, mustBeFolder } from './tableFiles.ts';

/** Files that were looked at, by path: they are never changed, and a server opens its tables again and again. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;

/**
 * @param table the folder; one that is not there is in order
 * @throws CoraError STORE for links, BROKEN_INDEX for all else that is not of Cora's making; the system's error for what cannot be read
 */
export function checkTable(table: string): void {
  try {
    checkFolder(table, []);
  } catch (error) {
    if (!(error instanceof OddField)) throw error;
    throw new CoraError('BROKEN_INDEX', `the index in ${table} is not opened: it has ${error.message}`, {
      hint: 'your own is built anew by: cora doctor --fix; do not use one that somebody gave you',
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
    mustBeFile(entry, place);
    const part = checkedPart(path);
    if (part !== null) checkFile(place, part);
  }
}

function mustBeFile(entry: Dirent, path: string): void {
  if (entry.isSymbolicLink()) throw refused(path);
  if (!entry.isFile()) throw new OddField(`what is no file: ${JSON.stringify(entry.name)}`);
}

function checkFile(path: string, { most, check }: CheckedPart): void {
  // Before it is read: what is written meanwhile is read again.
  const stamp = stampOf(path);
  // A writer may have cleaned it up.
  if (stamp === null || known.get(path) === stamp) return;
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

/** Another one where it is another file, or was written to. */
function stampOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    // Not one that cannot be listed: LanceDB could still open what lies in it, by name.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
