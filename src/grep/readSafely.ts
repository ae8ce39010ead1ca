/** Reads the working tree's regular files and nothing else: no links, also not on the way to a file, no devices, no FIFOs. */

import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { originalText, textOf } from '../text.ts';

export type Unsearchable = 'missing' | 'link' | 'not-regular' | 'too-large' | 'outside' | 'unreadable';

export interface ReadText {
  /** What is matched. */
  text: string;
  /** What is shown: the same, of the same length, without secrets. Made when it is asked for. */
  shown(): string;
}

export interface SafeReader {
  /** Why the file can't be searched, null where it can. */
  check(path: string): Promise<Unsearchable | null>;
  /** Null for binary content and for what changed since `check`. */
  read(path: string): Promise<ReadText | null>;
}

/** @param root absolute; the paths given to the reader are relative to it, with `/`
 *  @param maxBytes larger files are not searched */
export function readSafely(root: string, maxBytes: number): SafeReader {
  let realRoot: Promise<string> | undefined;
  const directories = new Map<string, Promise<boolean>>();

  /** Whether the path's directory is where it seems to be: below root without a link on the way. */
  function isInPlace(directory: string): Promise<boolean> {
    let known = directories.get(directory);
    if (known === undefined) {
      realRoot ??= realpath(root);
      known = Promise.all([realRoot, realpath(join(root, directory))]).then(
        ([real, found]) => found === join(real, directory),
        () => false,
      );
      directories.set(directory, known);
    }
    return known;
  }

  return {
    async check(path) {
      if (path === '' || /^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)|\0/.test(path)) return 'outside';
      try {
        const stats = await lstat(join(root, path));
        if (stats.isSymbolicLink()) return 'link';
        if (!stats.isFile()) return 'not-regular';
        if (!(await isInPlace(dirname(path)))) return 'link';
        return stats.size > maxBytes ? 'too-large' : null;
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code;
        return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
      }
    },
    async read(path) {
      const bytes = await readRegular(join(root, path), maxBytes);
      const text = bytes === null ? null : originalText(bytes);
      return bytes === null || text === null ? null : { text, shown: () => textOf(bytes) ?? '' };
    },
  };
}

/** O_NONBLOCK: opening a FIFO that took the file's place must not wait for a writer. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function readRegular(path: string, maxBytes: number): Promise<Buffer | null> {
  const file = await open(path, FLAGS).catch(() => null);
  if (file === null) return null;
  try {
    const stats = await file.stat();
    return stats.isFile() && stats.size <= maxBytes ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}
