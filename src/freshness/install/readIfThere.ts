/** Files that may not be there, or not where they would belong: what should be their folder may be a file. */

import { existsSync, lstatSync, type Stats } from 'node:fs';
import { readBoundedSync } from '../../disk/boundedRead.ts';

/** More than people write by hand. */
const MOST_BYTES = 16 * 2 ** 20;

/** As latin1: a character for each byte. */
export function readIfThere(file: string): string | null {
  return existsSync(file) ? readBoundedSync(file, MOST_BYTES).toString('latin1') : null;
}

/** Reads a file that nobody else has a reason to link to: behind a link it counts as not there. */
export function readOwn(file: string): string | null {
  return lookIfThere(file)?.isFile() === true ? readIfThere(file) : null;
}

/** Of a link, its own. */
export function lookIfThere(file: string): Stats | null {
  try {
    return lstatSync(file);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
