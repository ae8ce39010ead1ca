/** What happened to the files since a commit, with renames as a person sees them. */

import { type RawChange, rawChanges } from './diffTrees.ts';
import { INERT_DIFF } from './gitEnvironment.ts';
import { comparePaths, nulRecords } from './pathBytes.ts';
import type { Repository } from './repository.ts';
import { resolveCommit } from './resolveCommit.ts';
import { placeOf, runGit } from './runGit.ts';

const STATUS = { A: 'added', C: 'copied', D: 'deleted', M: 'modified', R: 'renamed', T: 'type-changed' } as const;

export interface ChangedFile {
  status: (typeof STATUS)[keyof typeof STATUS];
  path: string;
  /** Where it was before; only for 'renamed' and 'copied'. */
  oldPath: string | null;
  /** As it is at `to`; null where it is deleted. */
  blob: string | null;
  mode: string | null;
}

/**
 * Changes from one commit to another (HEAD), sorted by path. In a partial clone that lacks blobs, only renames without
 * an edit are recognised as such.
 * @throws CoraError BAD_REVISION
 */
export async function changedFilesSince(repo: Repository, commit: string, to = 'HEAD'): Promise<ChangedFile[]> {
  const [older, newer] = await Promise.all([resolveCommit(repo, commit), resolveCommit(repo, to)]);
  const args = (renames: string): string[] => [
    ...['diff-tree', '-r', '-z', renames, '--full-index', ...INERT_DIFF],
    older.tree,
    newer.tree,
  ];
  let run = await runGit(placeOf(repo), args('-M'), { mayFail: true });
  if (run.status !== 0) run = await runGit(placeOf(repo), args('-M100%'));
  return rawChanges(nulRecords(run.stdout)).map(changedFile).sort(comparePaths);
}

function changedFile({ status, path, oldPath, blob, mode }: RawChange): ChangedFile {
  const gone = status === 'D';
  return {
    status: STATUS[status as keyof typeof STATUS],
    path,
    oldPath,
    blob: gone ? null : blob,
    mode: gone ? null : mode,
  };
}
