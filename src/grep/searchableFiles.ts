/** The files of a working tree as grep reads them: as they are on the disk, regular ones only, none behind a link. */

import { isCoraError } from '../base/errors.ts';
import { LARGEST_FILE } from '../git/readWorkingFile.ts';
import { checkPath, linkOnTheWay, WorkingTreeFiles } from '../git/safePath.ts';
import type { GrepFiles, Unsearchable } from './grepFiles.ts';

/** Files whose text is not what lies on the disk. */
export interface OtherFiles {
  has(path: string, isAbsent: boolean): boolean;
  read(path: string): Promise<Uint8Array | null>;
}

const NO_OTHERS: OtherFiles = { has: () => false, read: async () => null };

/** @param worktree absolute @param largest bytes; larger files are not searched */
export function searchableFiles(worktree: string, largest = LARGEST_FILE, others = NO_OTHERS): GrepFiles {
  const files = new WorkingTreeFiles(worktree);
  return { check, read: (path) => files.read(path, largest), readOther: others.read };

  function check(path: string): Unsearchable | 'other' | null {
    if (!isInside(path)) return 'outside';
    const found = files.find(path);
    switch (found.kind) {
      case 'file':
        return found.size > largest ? 'too-large' : others.has(path, false) ? 'other' : null;
      case 'absent':
        return others.has(path, true) ? 'other' : linkOnTheWay(files, path) === null ? 'missing' : 'link';
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
