/**
 * Files of a working tree by paths that others name: nothing outside of it, nothing behind a link,
 * regular files only. The one door to their bytes: what was opened is looked at before any of it is
 * given out.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { sep } from 'node:path';
import { CoraError, codeOf } from '../base/errors.ts';
import { bytesFromPath, fsPath } from './repository.ts';

/** `file`: a regular file. `absent`: nothing, or something behind a link. */
export type FoundFile =
  | { kind: 'file'; size: number; executable: boolean }
  | { kind: 'absent' | 'directory' | 'link' | 'special' };

/**
 * Does not follow links, neither the last component nor those before it. Directories that were seen
 * are remembered. Synchronous: with thousands of small files the thread pool costs several times
 * what the files do. Callers pause.
 */
export class WorkingTreeFiles {
  readonly #root: string;
  readonly #directories = new Map<string, boolean>();
  /** The real place of the root, with a slash; '' where the system does not say. */
  #place: string | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  find(path: string): FoundFile {
    const stats = this.#isDirectory(parentOf(path)) ? this.#lstat(path) : null;
    if (stats === null) return { kind: 'absent' };
    if (stats.isFile()) return { kind: 'file', size: stats.size, executable: (stats.mode & 0o100) !== 0 };
    return { kind: stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'directory' : 'special' };
  }

  /**
   * The bytes of a regular file as they are on disk.
   * @returns null where there is none any more, or it has grown beyond `largest` bytes;
   * 'unreadable' where the system refuses
   */
  read(path: string, largest: number): Buffer | 'unreadable' | null {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (!this.#isDirectory(parentOf(path))) return null;
      const file = this.#open(path);
      if (file === null || file === 'unreadable') return file;
      try {
        if (!this.#isAt(file, path)) continue;
        const stats = fstatSync(file);
        return stats.isFile() && stats.size <= largest ? readFileSync(file) : null;
      } finally {
        closeSync(file);
      }
    }
    return null;
  }

  /** Returns where a link leads; null where there is none any more. */
  readLink(path: string): Buffer | null {
    return unlessGone(() => readlinkSync(fsPath(this.#root, path), 'buffer'), ['EINVAL']);
  }

  /** Not blocking: the file may have become a FIFO since it was looked at. */
  #open(path: string): number | 'unreadable' | null {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    try {
      return unlessGone(() => openSync(fsPath(this.#root, path), flags));
    } catch (error) {
      if (['EACCES', 'EPERM'].includes(codeOf(error))) return 'unreadable';
      throw error;
    }
  }

  /**
   * True if what was opened is the file of that path, and not one behind a link that took the place
   * of a directory meanwhile. Linux says where an open file is; elsewhere the way to it is looked
   * at once more.
   */
  #isAt(file: number, path: string): boolean {
    this.#place ??= placeOfDirectory(this.#root);
    if (this.#place !== '') return placeOfOpen(file) === this.#place + bytesFromPath(path).toString('latin1');
    this.#directories.clear();
    const now = this.#isDirectory(parentOf(path)) ? this.#lstat(path) : null;
    const opened = fstatSync(file);
    return now?.isFile() === true && now.dev === opened.dev && now.ino === opened.ino;
  }

  #isDirectory(path: string): boolean {
    if (path === '') return true;
    const known = this.#directories.get(path);
    if (known !== undefined) return known;
    const found = this.#isDirectory(parentOf(path)) && (this.#lstat(path)?.isDirectory() ?? false);
    this.#directories.set(path, found);
    return found;
  }

  #lstat(path: string): Stats | null {
    return unlessGone(() => lstatSync(fsPath(this.#root, path)));
  }
}

/** Editors put a new file in the place of the old one: the new one is read. */
const MOST_TRIES = 5;

/** Absolute, one character for each byte, without links; '' where there is no /proc. */
function placeOfOpen(file: number): string {
  return unlessGone(() => readlinkSync(`/proc/self/fd/${file}`, 'latin1')) ?? '';
}

/** Returns where a directory really is, with a slash behind it; '' where there is no /proc. */
function placeOfDirectory(path: string): string {
  const directory = process.platform === 'linux' ? unlessGone(() => openSync(path, constants.O_RDONLY)) : null;
  if (directory === null) return '';
  try {
    const place = placeOfOpen(directory);
    return place === '' || place.endsWith('/') ? place : `${place}/`;
  } finally {
    closeSync(directory);
  }
}

/** The part of a path that is a link, with what is before it. */
export function linkOnTheWay(files: WorkingTreeFiles, path: string): string | null {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    if (files.find(path.slice(0, end)).kind === 'link') return path.slice(0, end);
  }
  return null;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

const GONE = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'ENAMETOOLONG'];

function unlessGone<T>(look: () => T, also: readonly string[] = []): T | null {
  try {
    return look();
  } catch (error) {
    if ([...GONE, ...also].includes(codeOf(error))) return null;
    throw error;
  }
}

/** `.git` under every name by which a file system may know it. */
const GIT_DIRECTORY = /^(?:\.git|git~\d+)[\s.]*(?::.*)?$/i;

/** @throws CoraError BAD_PATH unless it is relative, with `/`, in the repository, in no `.git` */
export function checkPath(path: string): void {
  if (path === '' || path.includes('\0')) throw badPath(path, 'is not a path');
  if (path.startsWith('/') || (sep === '\\' && /^[a-z]:|\\/i.test(path)))
    throw badPath(path, 'is not relative to the repository, with /');
  const parts = path.split('/');
  if (parts.includes('..')) throw badPath(path, 'leads out of its directory');
  if (parts.includes('.') || parts.includes('')) throw badPath(path, 'is not written in its shortest form');
  // Zero-width characters are nothing to some file systems.
  if (parts.some((part) => GIT_DIRECTORY.test(/[^ -~]/.test(part) ? part.replace(/\p{Cf}/gu, '') : part)))
    throw refusedPath(path, 'is inside a Git directory');
}

/** The words that follow the path of a file that the system does not let the caller read. */
export const UNREADABLE = 'may not be read: permission denied';

/**
 * A file that is there and not shown: no other way of writing its path helps.
 * @param what follows the path in the message
 */
export function refusedPath(path: string, what: string): CoraError {
  return new CoraError('BAD_PATH', `'${path}' ${what}.`);
}

/** @param what follows the path in the message */
export function badPath(path: string, what: string): CoraError {
  return new CoraError('BAD_PATH', `'${path}' ${what}.`, { hint: '`cora files` lists the paths that can be read' });
}
