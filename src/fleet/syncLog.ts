/** logs/sync.log: one line for each repository that was asked. Never grows beyond two files of a megabyte. */

import { appendFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { APPEND, makePrivate, PRIVATE_FILE } from '../disk/makePrivate.ts';
import { logPath } from '../settings/fleetHome.ts';

const MOST_BYTES = 1_000_000;

/** @param text without credentials */
export async function writeLog(home: string, text: string): Promise<void> {
  const file = logPath(home);
  makePrivate(dirname(file), true);
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MOST_BYTES) {
    await rename(file, `${file}.1`).catch((error: NodeJS.ErrnoException) => {
      // Another repository's line has just done it.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await appendFile(file, `${new Date().toISOString()} ${text}\n`, { flag: APPEND, mode: PRIVATE_FILE });
}
