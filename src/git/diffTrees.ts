/** What differs between two trees. It is on the query's path: one process, two where something differs. */

import type { TreeFile } from '../types.ts';
import { INERT_DIFF } from './gitEnvironment.ts';
import { withSizes } from './listTree.ts';
import { comparePaths, nulRecords } from './pathBytes.ts';
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

/** One line of `--raw -z`. The old side's mode and blob are zeros where there is none; the new side's also for unknown blobs. */
export interface RawChange {
  /** A, D, M, T, U, or R and C with an `oldPath`. */
  status: string;
  path: string;
  oldPath: string | null;
  mode: string;
  blob: string;
  oldMode: string;
  oldBlob: string;
}

/**
 *     :100644 100644 1eb41fa… 0b9ebb1… M  NUL  src/main.c
 *     :100644 100644 1eb41fa… 1eb41fa… R100  NUL  old.c  NUL  new.c
 */
export function rawChanges(records: readonly string[]): RawChange[] {
  const changes: RawChange[] = [];
  for (let at = 0; at < records.length; ) {
    const [oldMode = '', mode = '', oldBlob = '', blob = '', code = ''] = records[at]!.slice(1).split(' ');
    const status = code.charAt(0);
    const renamed = status === 'R' || status === 'C';
    const [first, second] = [records[at + 1]!, records[at + 2]];
    changes.push({
      status,
      path: renamed ? second! : first,
      oldPath: renamed ? first : null,
      mode,
      blob,
      oldMode,
      oldBlob,
    });
    at += renamed ? 3 : 2;
  }
  return changes;
}
