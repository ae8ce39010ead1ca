/** Whether Git is in the middle of something that will move HEAD again. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';

export type Operation = 'rebase' | 'merge' | 'cherry-pick' | 'revert' | 'bisect';

/** Files that Git keeps in the Git directory of a worktree until the end: see wt-status.c. */
const MARKS: readonly (readonly [string, Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick'],
  ['BISECT_LOG', 'bisect'],
];

export function operationUnderWay(gitDir: string): Operation | null {
  return MARKS.find(([name]) => existsSync(join(gitDir, name)))?.[1] ?? null;
}
