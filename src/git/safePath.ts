/**
 * Opens files of a working tree by paths from others: nothing outside of it, nothing through a
 * link, regular files only. No other file reads their bytes. A file is checked after it was opened
 * and before any byte is returned.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { sep } from 'node:path';
import { CoraError, codeOf } from '../base/errors.ts';
import { folderOf } from '../base/patterns.ts';
import { bytesFromPath, fsPath } from './repository.ts';

/**
 * `file` is a regular file. `absent` is nothing, or something behind a link. `unreadable` is what
 * the system tells nothing about, because the caller may not enter its folder.
 */
export type FoundFile =
  | { kind: 'file'; size: number; executable: boolean }
  | { kind: 'absent' | 'directory' | 'link' | 'special' | 'unreadable' };

/**
 * Finds and reads files without following any link in the path. It remembers the directories that
 * it has checked. It is synchronous: with thousands of small files the thread pool takes several
 * times as long as the files. Callers must pause now and then.
 */
export class WorkingTreeFiles {
  readonly #root: string;
  readonly #directories = new Map<string, boolean>();
  /** The real path of the root with a slash at its end; '' if the system does not tell. */
  #place: string | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  find(path: string): FoundFile {
    const stats = unlessRefused(() => (this.#isDirectory(folderOf(path)) ? this.#lstat(path) : null));
    if (stats === null) return { kind: 'absent' };
    if (stats === 'unreadable') return { kind: stats };
    if (stats.isFile()) return { kind: 'file', size: stats.size, executable: (stats.mode & 0o100) !== 0 };
    return { kind: stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'directory' : 'special' };
  }

  /**
   * Returns the bytes of a regular file as they are on disk.
   * @returns null if it is gone or has grown beyond `largest` bytes; 'unreadable' if the system
   * refuses
   */
  read(path: string, largest: number): Buffer | 'unreadable' | null {
    return unlessRefused(() => this.#read(path, largest));
  }

  #read(path: string, largest: number): Buffer | null {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (!this.#isDirectory(folderOf(path))) return null;
      const file = this.#open(path);
      if (file === null) return null;
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

  /** Returns the target of a link; null if the link is gone. */
  readLink(path: string): Buffer | null {
    return unlessGone(() => readlinkSync(fsPath(this.#root, path), 'buffer'), ['EINVAL']);
  }

  /** Does not block: the file may have become a FIFO since it was checked. */
  #open(path: string): number | null {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    return unlessGone(() => openSync(fsPath(this.#root, path), flags));
  }

  /**
   * True if the open file is the one at that path, and not one behind a link that has replaced a
   * directory meanwhile. Linux tells the path of an open file; elsewhere the path is checked once
   * more.
   */
  #isAt(file: number, path: string): boolean {
    this.#place ??= placeOfDirectory(this.#root);
    if (this.#place !== '') return placeOfOpen(file) === this.#place + bytesFromPath(path).toString('latin1');
    this.#directories.clear();
    const now = this.#isDirectory(folderOf(path)) ? this.#lstat(path) : null;
    const opened = fstatSync(file);
    return now?.isFile() === true && now.dev === opened.dev && now.ino === opened.ino;
  }

  #isDirectory(path: string): boolean {
    if (path === '') return true;
    const known = this.#directories.get(path);
    if (known !== undefined) return known;
    const found = this.#isDirectory(folderOf(path)) && (this.#lstat(path)?.isDirectory() ?? false);
    this.#directories.set(path, found);
    return found;
  }

  #lstat(path: string): Stats | null {
    return unlessGone(() => lstatSync(fsPath(this.#root, path)));
  }
}

/** The number of times that a replaced file is opened again: editors replace files. */
const MOST_TRIES = 5;

/** Returns the absolute path without links, one character for each byte; '' without /proc. */
function placeOfOpen(file: number): string {
  return unlessGone(() => readlinkSync(`/proc/self/fd/${file}`, 'latin1')) ?? '';
}

/** Returns the real path of a directory with a slash at its end; '' without /proc. */
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

/** Returns the part of a path up to its first link. */
export function linkOnTheWay(files: WorkingTreeFiles, path: string): string | null {
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    if (files.find(path.slice(0, end)).kind === 'link') return path.slice(0, end);
  }
  return null;
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

function unlessRefused<T>(look: () => T): T | 'unreadable' {
  try {
    return look();
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(codeOf(error))) return 'unreadable';
    throw error;
  }
}

/** Matches `.git` under every name that some file system accepts for it. */
const GIT_DIRECTORY = /^(?:\.git|git~\d+)[\s.]*(?::.*)?$/i;

/**
 * @throws CoraError BAD_PATH unless the path is relative, uses `/`, and leads neither out of the
 * repository nor into a `.git`
 */
export function checkPath(path: string): void {
  if (path === '' || path.includes('\0')) throw badPath(path, 'is not a path');
  if (path.startsWith('/') || (sep === '\\' && /^[a-z]:|\\/i.test(path)))
    throw badPath(path, 'is not relative to the repository, with /');
  const parts = path.split('/');
  if (parts.includes('..')) throw badPath(path, 'leads out of its directory');
  if (parts.includes('.') || parts.includes('')) throw badPath(path, 'is not written in its shortest form');
  // Some file systems ignore zero-width characters.
  if (parts.some((part) => GIT_DIRECTORY.test(/[^ -~]/.test(part) ? part.replace(/\p{Cf}/gu, '') : part)))
    throw refusedPath(path, 'is inside a Git directory');
}

/** Follows a path in a message if the system does not let the caller read the file. */
export const UNREADABLE = 'may not be read: permission denied';

/**
 * An error for a file that exists and must not be shown: no other spelling of the path helps.
 * @param what follows the path in the message
 */
export function refusedPath(path: string, what: string): CoraError {
  return new CoraError('BAD_PATH', `'${path}' ${what}.`);
}

/** @param what follows the path in the message */
export function badPath(path: string, what: string): CoraError {
  return new CoraError('BAD_PATH', `'${path}' ${what}.`, { hint: '`cora files` lists the paths that can be read' });
}
