/**
 * The files that changed since a commit: `cora files --since`, and changedFilesSince of the
 * library. Compared is what the files hold, so an edit that was taken back is none.
 */

import type { CatalogueEntry } from '../base/types.ts';
import { diffTrees } from './diffTrees.ts';
import { type Catalogue, listCatalogue } from './listCatalogue.ts';
import type { Repository } from './repository.ts';
import { resolveCommit } from './resolveCommit.ts';
import type { ViewSettings } from './skipReasonOf.ts';
import { listTree } from './treeFiles.ts';

export interface ChangedFile extends CatalogueEntry {
  change: 'added' | 'modified';
}

export interface ChangedFiles extends Catalogue {
  /** The commit that they are compared with. */
  since: string;
  /** Sorted by path; a rename is one file added and one deleted. */
  files: ChangedFile[];
  /** Paths that the commit has and that are there no more. */
  deleted: string[];
}

/**
 * @param since a commit, branch or tag
 * @param rev null for the working tree, uncommitted and untracked files included
 * @throws CoraError BAD_REVISION
 */
export async function changedFilesSince(
  repo: Repository,
  since: string,
  rev: string | null,
  settings: ViewSettings,
  options: { except?: string; signal?: AbortSignal } = {},
): Promise<ChangedFiles> {
  const [before, catalogue] = await Promise.all([
    resolveCommit(repo, since),
    listCatalogue(repo, rev, settings, options),
  ]);
  const after = rev === null ? repo.head : await resolveCommit(repo, rev);
  const [old, differences] = await Promise.all([
    listTree(repo, before.tree, options.signal),
    after === null ? [] : diffTrees(repo, before.tree, after.tree, options.signal),
  ]);
  const oldBlobs = new Map(old.map(({ path, blob }) => [path, blob]));
  const differs = new Set(differences.map(({ path }) => path));
  const isChanged = ({ path, status, blob }: CatalogueEntry): boolean =>
    status === 'committed' && after !== null ? differs.has(path) : blob === null || oldBlobs.get(path) !== blob;
  const there = new Set(catalogue.files.map(({ path }) => path));
  return {
    since: before.commit,
    files: catalogue.files
      .filter(isChanged)
      .map((file) => ({ ...file, change: oldBlobs.has(file.path) ? 'modified' : 'added' })),
    deleted: old.map(({ path }) => path).filter((path) => !there.has(path)),
    freshness: catalogue.freshness,
  };
}
