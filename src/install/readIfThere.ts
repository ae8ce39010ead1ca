/** Files that may not be there, or not where they would belong: what should be their folder may be a file. */

import { existsSync, lstatSync, readFileSync, type Stats } from 'node:fs';

/** As latin1: a character for each byte. */
export function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'latin1') : null;
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
