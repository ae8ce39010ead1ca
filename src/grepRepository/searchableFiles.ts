/** The files of a working tree as grep reads them: as they are on the disk, regular ones only, none behind a link. */

import { isCoraError } from '../errors.ts';
import { LARGEST_FILE } from '../git/readWorkingFile.ts';
import { checkPath, linkOnTheWay, WorkingTreeFiles } from '../git/safePath.ts';
import type { GrepFiles, Unsearchable } from '../grep/grepFiles.ts';

/** @param worktree absolute @param largest bytes; larger files are not searched */
export function searchableFiles(worktree: string, largest = LARGEST_FILE): GrepFiles {
  const files = new WorkingTreeFiles(worktree);
  return { check, read: (path) => files.read(path, largest) };

  function check(path: string): Unsearchable | null {
    if (!isInside(path)) return 'outside';
    const found = files.find(path);
    switch (found.kind) {
      case 'file':
        return found.size > largest ? 'too-large' : null;
      case 'absent':
        return linkOnTheWay(files, path) === null ? 'missing' : 'link';
      case 'link':
        return 'link';
      default:
        return 'not-regular';
    }
  }
}

function isInside(path: string): boolean {
  try {
    checkPath(path);
    return true;
  } catch (error) {
    if (!isCoraError(error)) throw error;
    return false;
  }
}
