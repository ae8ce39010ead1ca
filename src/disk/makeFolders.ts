/** Makes a folder and those above it. Node's own way never ends where a folder that is there takes no other, as in /proc. */

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** @throws the system's error: ENOENT of `mkdir` where a folder that is there takes none */
export function makeFolders(dir: string, mode = 0o777): void {
  try {
    mkdirSync(dir, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const above = dirname(dir);
    if (code === 'ENOENT' && above !== dir && statSync(above, { throwIfNoEntry: false }) === undefined) {
      makeFolders(above, mode);
      makeFolders(dir, mode);
    } else if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}
