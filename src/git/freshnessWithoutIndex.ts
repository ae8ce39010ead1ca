/** How fresh an answer is that reads files and no index: it is never behind. */

import type { Freshness } from '../base/searchTypes.ts';
import type { View } from '../base/types.ts';
import { missingIn } from './missingContent.ts';
import { comparePaths } from './pathBytes.ts';
import type { Repository } from './repository.ts';
import { unseenIn, type WorkingTreeChange } from './workingTreeChanges.ts';

/** @param view what was looked at, and what was left out @param changes all of the working tree */
export function freshnessWithoutIndex(
  { head }: Pick<Repository, 'head'>,
  { files, skipped }: Pick<View, 'files' | 'skipped'>,
  changes: readonly WorkingTreeChange[],
): Freshness {
  const dirty = new Set(changes.flatMap(({ path, file }) => (file === null ? [] : [path])));
  return {
    indexedCommit: null,
    headCommit: head?.commit ?? null,
    commitsBehind: 0,
    dirtyFiles: files.filter(({ path }) => dirty.has(path)).length,
    asCommitted: [],
    missingFiles: [...missingIn(skipped), ...unseenIn(changes)].sort(comparePaths),
  };
}
