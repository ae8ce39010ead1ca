/**
 * Stamps of HEAD and of files, for processes that ask again: starting git costs a hundred times
 * what reading two small files does. Only equality means anything.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readBoundedSync } from '../disk/boundedRead.ts';
import type { Repository } from './repository.ts';

/** `ref: refs/heads/main`, or the name of a commit. */
const SYMBOLIC = /^ref: (refs\/[^\s\0]+)\n?$/;
const DETACHED = /^[0-9a-f]{40,64}\n?$/;
/**
 * Matches what repositories with reftables have in its place, and names that each worktree has for
 * itself.
 */
const ELSEWHERE = /^refs\/(?:heads\/\.invalid$|bisect\/|worktree\/|rewritten\/)/;

/**
 * Equal stamps mean the same HEAD, as long as the repository stays where it is.
 * @returns null where files do not tell; then git has to be asked
 */
export function headStamp({ gitDir, commonDir }: Pick<Repository, 'gitDir' | 'commonDir'>): string | null {
  const head = contentOf(join(gitDir, 'HEAD'));
  if (head === null) return null;
  const around = [fileStamp(join(commonDir, 'shallow')), fileStamp(join(commonDir, 'objects/pack'))];
  if (DETACHED.test(head)) return JSON.stringify([head, ...around]);
  const name = SYMBOLIC.exec(head)?.[1];
  if (name === undefined || ELSEWHERE.test(name) || name.split('/').includes('..')) return null;
  const loose = contentOf(join(commonDir, name));
  // A branch without a file of its own stands among the packed ones, or has no commit yet.
  if (loose === null) return JSON.stringify([head, fileStamp(join(commonDir, 'packed-refs')), ...around]);
  return DETACHED.test(loose) ? JSON.stringify([head, loose, ...around]) : null;
}

/** A line. */
const MOST_REF = 64 * 1024;

function contentOf(path: string): string | null {
  try {
    return readBoundedSync(path, MOST_REF).toString('latin1');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

// Makes what tells that a file has changed, without reading it. Only equality means anything.

/**
 * Never fails: a home directory may be another user's, or `/dev/null`, and git reads no
 * configuration there either.
 */
export function fileStamp(path: string): string {
  try {
    const { ino, mtimeMs, ctimeMs, size } = statSync(path);
    return `${ino} ${mtimeMs} ${ctimeMs} ${size}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
