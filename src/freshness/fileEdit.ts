/**
 * Edits of files that belong to others, such as hooks and settings of clients: what is planned, how
 * a file is read before, and how it is written whole. Other modules decide what goes into it. Texts
 * are latin1, so that every byte stays.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CoraError, hintFor, ifAbsent, isOfNoPlace, systemFailure } from '../base/errors.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { makeFolders } from '../disk/makePrivate.ts';

/** One file. Texts are latin1: a character for each byte. */
export interface FileEdit {
  file: string;
  /** Null where it is not there. */
  before: string | null;
  /** Null where it goes. It is as before where nothing is to do. */
  after: string | null;
  /** The mode of a new file; one that is there keeps its own. */
  mode: number;
  /** The reason why it can't be written; `after` is then as before. */
  problem: string | null;
}

/** Tells people and scripts what happens to a file. */
export interface FileChange {
  file: string;
  action: 'create' | 'change' | 'delete';
}

export function changesOf(edits: readonly FileEdit[]): FileChange[] {
  return edits.flatMap((edit) => {
    const action = actionOf(edit);
    return action === 'none' ? [] : [{ file: edit.file, action }];
  });
}

export function actionOf({ before, after }: Pick<FileEdit, 'before' | 'after'>): FileChange['action'] | 'none' {
  if (before === after) return 'none';
  return after === null ? 'delete' : before === null ? 'create' : 'change';
}

/** The Git hooks after which a commit may be checked out that is not indexed yet. */
export const HOOKS = ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite'] as const;

export type HookName = (typeof HOOKS)[number];

/** The most bytes that are read of such a file: more than people write by hand. */
const MOST_OF_FILE = 16 * 2 ** 20;

/** Reads a file as latin1, a character for each byte; null where there is none. */
export function readIfThere(file: string): string | null {
  return existsSync(file) ? readBoundedSync(file, MOST_OF_FILE).toString('latin1') : null;
}

/** Reads a file that nobody else has a reason to link to: behind a link it counts as not there. */
export function readOwn(file: string): string | null {
  return lookIfThere(file)?.isFile() === true ? readIfThere(file) : null;
}

/**
 * Reads a file of a working tree that is written again.
 * @param name with `/`
 * @returns a problem where it, or a folder on the way, is a link: a clone must not choose where in
 * the user's home is written
 */
export function readWithoutLinks(worktree: string, name: string): Pick<FileEdit, 'before' | 'problem'> {
  const parts = name.split('/');
  const ways = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  const link = ways.find((way) => lookIfThere(join(worktree, way))?.isSymbolicLink() === true);
  if (link === undefined) return { before: readIfThere(join(worktree, name)), problem: null };
  const behind = link === name ? '' : `behind ${link}, which is `;
  return { before: null, problem: `is ${behind}a link, and what it leads to is not changed` };
}

/** Turns text into what these files are held as: a character for each byte. */
export function inBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Returns the stats of a file, for a link its own; null where there is none. */
export function lookIfThere(file: string): Stats | null {
  try {
    return lstatSync(file);
  } catch (error) {
    return ifAbsent(null)(error);
  }
}

const PERMISSIONS = 0o7777;

/** @throws CoraError STORE where a file can't be written; those before it are */
export function writeFiles(edits: readonly FileEdit[]): void {
  for (const edit of edits) {
    if (edit.before === edit.after) continue;
    try {
      writeFile(edit);
    } catch (error) {
      const what = `${edit.file} can't be written`;
      const known = systemFailure(error, what);
      const hint = hintFor(known?.hint, CHECK, isOfNoPlace);
      throw new CoraError('STORE', known?.message ?? `${what}: ${(error as Error).message}`, { hint, cause: error });
    }
  }
}

const CHECK = 'check its permissions and free space, then do it again: what is there already is kept';

/**
 * Writes files of a working tree: folders that have become empty go with their last file.
 * @throws CoraError STORE
 */
export function writeTreeFiles(edits: readonly FileEdit[]): void {
  writeFiles(edits);
  for (const { file, before, after } of edits) if (after === null && before !== null) removeEmptyFolders(dirname(file));
}

/** The top of a working tree is never empty: `.git` is there. */
function removeEmptyFolders(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
  removeEmptyFolders(dirname(folder));
}

/**
 * Writes a whole file at once, so that Git never starts half a hook and a crash leaves nobody's
 * file empty. Not by disk/replaceFile.ts: these keep their modes, and their bytes as latin1.
 */
function writeFile({ file, after, mode }: FileEdit): void {
  if (after === null) return void rmSync(file);
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

/** @param mode of a new file, less what the umask takes; @param kept of the one before it */
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
