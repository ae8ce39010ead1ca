/** What is wrong with the repository itself, as far as an index depends on it. Git mends it, not Cora. */

import { isCoraError } from '../../base/errors.ts';
import { listTree } from '../../git/listTree.ts';
import { listWorktrees } from '../../git/listWorktrees.ts';
import { FIND_LOST, refuseLostHead } from '../../git/lostObject.ts';
import { selectFiles } from '../../git/selectFiles.ts';
import type { Finding } from '../../store/finding.ts';
import type { Workspace } from '../../view/workspace.ts';

export interface RepositoryFinding extends Omit<Finding, 'code'> {
  code: 'missing-object' | 'missing-worktree';
}

const LISTED = 5;

export async function inspectRepository(workspace: Workspace): Promise<RepositoryFinding[]> {
  return [...(await lostObjects(workspace)), ...(await lostWorktrees(workspace))];
}

async function lostObjects({ repository, settings }: Workspace): Promise<RepositoryFinding[]> {
  try {
    refuseLostHead(repository);
    if (repository.head === null) return [];
    const { tree } = repository.head;
    const { skipped } = await selectFiles(repository, tree, await listTree(repository, tree), settings);
    const lost = skipped.filter(({ reason }) => reason === 'missing-object');
    if (lost.length === 0) return [];
    const named = lost.slice(0, LISTED).map(({ path, detail }) => `${path} (${detail})`);
    const more = lost.length > LISTED ? ` and ${lost.length - LISTED} more` : '';
    return [missingObject(`the repository is damaged: it lacks the objects of ${named.join(', ')}${more}`, FIND_LOST)];
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'GIT') throw error;
    return [missingObject(error.message, error.hint ?? FIND_LOST)];
  }
}

function missingObject(message: string, fix: string): RepositoryFinding {
  return { code: 'missing-object', message, fixable: false, fix };
}

async function lostWorktrees({ repository }: Workspace): Promise<RepositoryFinding[]> {
  return (await listWorktrees(repository)).flatMap(({ path, prunable }): RepositoryFinding[] => {
    if (prunable === null) return [];
    const message = `the folder of the worktree ${path} is gone (${prunable}); rows of what it holds are kept`;
    const fix = 'bring the folder back, or: git worktree prune   forgets it';
    return [{ code: 'missing-worktree', message, fixable: false, fix }];
  });
}
