/**
 * Repositories that are searched as one without being added: the clones in a folder that is in no
 * repository itself, and the submodules of a repository, where they are asked for.
 */

import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ifRefused } from '../base/errors.ts';
import { openRepository } from '../git/openRepository.ts';
import { type Repository, SUBMODULE_MODE } from '../git/repository.ts';
import { linkOnTheWay, WorkingTreeFiles } from '../git/safePath.ts';
import { listTree } from '../git/treeFiles.ts';
import type { Surroundings } from '../settings/requests.ts';
import type { FleetRepository } from './fleet.ts';
import { placeOfUser } from './manageFleet.ts';

interface Found {
  /** Its path as seen from the folder, or from the outermost repository, with `/`. */
  name: string;
  /** Its working tree, absolute. */
  dir: string;
}

/** The most clones that are searched together: a folder with more is something else. */
const MOST_CLONES = 1000;
/** The most levels of folders: clones may lie by owner, as `acme/shop`. */
const DEEPEST_CLONE = 2;
const DEEPEST_SUBMODULE = 4;

/** @returns the clones in a folder, by name. No links, and no `.git` that is a file */
export function clonesIn(dir: string): Found[] {
  const found: Found[] = [];
  const lookInto = (folder: string, before: string, depth: number): void => {
    for (const name of foldersIn(folder)) {
      if (found.length === MOST_CLONES) return;
      const path = join(folder, name);
      const called = before + name;
      if (lstatSync(join(path, '.git'), { throwIfNoEntry: false })?.isDirectory() === true)
        found.push({ name: called, dir: path });
      else if (depth < DEEPEST_CLONE) lookInto(path, `${called}/`, depth + 1);
    }
  };
  lookInto(dir, '', 1);
  return found;
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name));
    return folders.map(({ name }) => name).sort();
  } catch {
    // A folder that may not be read holds nothing for its user.
    return [];
  }
}

/**
 * @returns the submodules of HEAD that are checked out, theirs too, by name. Their Git data must be
 * inside of the repository around: a tree must not name another one of the user's
 */
export async function submodulesOf(repository: Repository): Promise<Found[]> {
  const found: Found[] = [];
  const lookInto = async (around: Repository, before: string, depth: number): Promise<void> => {
    const { worktree, head } = around;
    if (worktree === null || head === null) return;
    const files = new WorkingTreeFiles(worktree);
    for (const { path, mode } of await listTree(around, head.tree)) {
      if (mode !== SUBMODULE_MODE || linkOnTheWay(files, `${path}/.git`) !== null) continue;
      const inner = await openInside(around, join(worktree, path));
      if (inner === null) continue;
      found.push({ name: before + path, dir: inner.worktree! });
      if (depth < DEEPEST_SUBMODULE) await lookInto(inner, `${before}${path}/`, depth + 1);
    }
  };
  await lookInto(repository, '', 1);
  return found;
}

/** @returns null for a folder that is not checked out, or whose repository is another one */
async function openInside(around: Repository, dir: string): Promise<Repository | null> {
  if (lstatSync(join(dir, '.git'), { throwIfNoEntry: false }) === undefined) return null;
  const inner = await openRepository(dir, around.env).catch(ifRefused(null));
  if (inner?.worktree == null || realpathSync(inner.worktree) !== realpathSync(dir)) return null;
  const gitDir = realpathSync(inner.commonDir);
  return [join(around.commonDir, 'modules'), dir].some((folder) => isBelow(gitDir, folder)) ? inner : null;
}

function isBelow(path: string, folder: string): boolean {
  try {
    return path.startsWith(realpathSync(folder) + sep);
  } catch {
    return false;
  }
}

/**
 * Returns what a question in a folder is for, where nobody names repositories.
 * @param submodules true to search those of the repository around, with it
 * @returns none where the repository around is meant alone, or there is none and no clone
 */
export async function membersAt(
  { dir, env }: Pick<Surroundings, 'dir' | 'env'>,
  submodules: boolean,
): Promise<FleetRepository[]> {
  const around = await openRepository(dir, env).catch(ifRefused(null, 'NOT_A_REPOSITORY'));
  if (around === null) return clonesIn(dir).map(placeOfUser);
  if (!submodules || around.worktree === null) return [];
  const inner = await submodulesOf(around);
  return [{ name: '.', dir: around.worktree }, ...inner].map(placeOfUser);
}
