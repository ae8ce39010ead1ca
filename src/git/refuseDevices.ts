/**
 * Refuses devices and huge files in the place of files that git reads into memory before it says a word. A glance before the
 * first git: endIfWaiting.ts watches every git, where the system tells how much memory it takes.
 */

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CoraError } from '../base/errors.ts';

const READ_WHOLE = ['HEAD', 'commondir', 'packed-refs', 'shallow', 'info/grafts', 'objects/info/alternates'];
/** Bytes. Ten million refs are packed in less. */
const MOST_SIZE = 2 ** 30;

/**
 * @param dir where git will look; only the nearest folder `.git` at or above it is looked at, which costs a few microseconds
 * @throws CoraError GIT
 */
export function refuseDevices(dir: string): void {
  const gitDir = nearestGitDir(dir);
  if (gitDir === null) return;
  for (const name of READ_WHOLE) {
    const file = join(gitDir, name);
    const found = lookAt(file);
    if (found === null) continue;
    // A way to say that there is none, which reads as an empty file.
    if (found.isCharacterDevice() && found.rdev !== lookAt('/dev/null')?.rdev) throw refused(file, 'is a device');
    if (found.isBlockDevice()) throw refused(file, 'is a device');
    if (found.size > MOST_SIZE) throw refused(file, `has more than ${MOST_SIZE / 2 ** 30} GB`);
  }
}

function nearestGitDir(dir: string): string | null {
  const git = join(dir, '.git');
  const found = lookAt(git);
  if (found !== null) return found.isDirectory() ? git : null;
  const above = dirname(dir);
  return above === dir ? null : nearestGitDir(above);
}

/** Null also where it can not be looked at: git says why. */
function lookAt(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return null;
    throw error;
  }
}

function refused(file: string, why: string): CoraError {
  return new CoraError('GIT', `${file} ${why}, which git would read into memory.`, {
    hint: 'no git makes such a file; remove it if you know what it is for',
  });
}
