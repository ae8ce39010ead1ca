/** What differs between two trees. It is on the query's path: one process, two where something differs. */

import type { TreeFile } from '../base/types.ts';
import { INERT_DIFF } from './gitEnvironment.ts';
import { withSizes } from './listTree.ts';
import { comparePaths, nulRecords } from './pathBytes.ts';
import { rawChanges } from './rawChanges.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

export interface TreeDifference {
  path: string;
  /** The file as the second tree has it; null where it has none. */
  file: TreeFile | null;
}

/** Paths of which bytes, mode or presence differ, sorted; a rename is two of them. Trees or commits, by object name. */
export async function diffTrees(
  repo: Repository,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<TreeDifference[]> {
  if (from === to) return [];
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--full-index', ...INERT_DIFF, from, to];
  const { stdout } = await runGit(placeOf(repo), args, { signal });
  const changes = rawChanges(nulRecords(stdout));
  const there = changes
    .filter(({ status }) => status !== 'D')
    .map(({ path, blob, mode }) => ({ path, blob, mode, size: 0 }));
  const gone = changes.filter(({ status }) => status === 'D').map(({ path }) => ({ path, file: null }));
  const files = await withSizes(repo, there, signal);
  return [...gone, ...files.map((file) => ({ path: file.path, file }))].sort(comparePaths);
}
