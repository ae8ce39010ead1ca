/** Files of a working tree by paths that others name: nothing outside of it, nothing behind a link, regular files only. */

import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { sep } from 'node:path';
import { CoraError } from '../errors.ts';
import { fsPath } from './pathBytes.ts';

/** What is at a path. `file`: a regular file. `absent`: nothing, or something behind a link. */
export type Found =
  | { kind: 'file'; size: number; executable: boolean }
  | { kind: 'absent' | 'directory' | 'link' | 'special' };

/** Does not follow links, neither the last component nor those before it. Directories that were seen are remembered. */
export class WorkingTreeFiles {
  readonly #root: string;
  readonly #directories = new Map<string, Promise<boolean>>();

  constructor(root: string) {
    this.#root = root;
  }

  async find(path: string): Promise<Found> {
    if (!(await this.#isDirectory(path.slice(0, Math.max(path.lastIndexOf('/'), 0))))) return { kind: 'absent' };
    const stats = await this.#lstat(path);
    if (stats === null) return { kind: 'absent' };
    if (stats.isFile()) return { kind: 'file', size: stats.size, executable: (stats.mode & 0o100) !== 0 };
    return { kind: stats.isSymbolicLink() ? 'link' : stats.isDirectory() ? 'directory' : 'special' };
  }

  /**
   * The bytes of a regular file as they are on disk.
   * @returns null where there is none any more, or it has grown beyond `largest` bytes
   */
  async read(path: string, largest: number): Promise<Buffer | null> {
    if ((await this.find(path)).kind !== 'file') return null;
    const file = await this.#open(path);
    if (file === null) return null;
    try {
      const stats = await file.stat();
      return stats.isFile() && stats.size <= largest ? await file.readFile() : null;
    } finally {
      await file.close();
    }
  }

  /** Not blocking: the file may have become a FIFO since it was looked at. */
  async #open(path: string): Promise<FileHandle | null> {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    try {
      return await open(fsPath(this.#root, path), flags);
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  #isDirectory(path: string): Promise<boolean> {
    if (path === '') return Promise.resolve(true);
    let known = this.#directories.get(path);
    if (known === undefined) {
      known = this.#lookAtDirectory(path);
      this.#directories.set(path, known);
    }
    return known;
  }

  async #lookAtDirectory(path: string): Promise<boolean> {
    if (!(await this.#isDirectory(path.slice(0, Math.max(path.lastIndexOf('/'), 0))))) return false;
    return (await this.#lstat(path))?.isDirectory() ?? false;
  }

  async #lstat(path: string): Promise<Stats | null> {
    try {
      return await lstat(fsPath(this.#root, path));
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }
}

function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** `.git` under every name by which a file system may know it. */
const GIT_DIRECTORY = /^(?:\.git|git~\d+)[\s.]*(?::.*)?$/i;

/** @throws CoraError BAD_PATH unless the path is relative, with `/`, inside the repository and not inside a `.git` */
export function checkPath(path: string): void {
  if (path === '' || path.includes('\0')) throw badPath(path, 'is not a path');
  if (path.startsWith('/') || (sep === '\\' && /^[a-z]:|\\/i.test(path)))
    throw badPath(path, 'is not relative to the repository, with /');
  const parts = path.split('/');
  if (parts.includes('..')) throw badPath(path, 'leads out of its directory');
  if (parts.includes('.') || parts.includes('')) throw badPath(path, 'is not written in its shortest form');
  // Zero-width characters are nothing to some file systems.
  if (parts.some((part) => GIT_DIRECTORY.test(part.replace(/\p{Cf}/gu, ''))))
    throw badPath(path, 'is inside a Git directory');
}

/** @param what follows the path in the message */
export function badPath(path: string, what: string): CoraError {
  return new CoraError('BAD_PATH', `'${path}' ${what}.`, { hint: '`cora files` lists the paths that can be read' });
}
