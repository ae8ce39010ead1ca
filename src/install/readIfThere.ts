/** A file that may not be there, as latin1: a character for each byte. */

import { existsSync, readFileSync } from 'node:fs';

export function readIfThere(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'latin1') : null;
}
