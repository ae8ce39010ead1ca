/** Folders of a working tree that Git ignores as a whole: nobody needs to look into them. */

import { nulRecords } from './pathBytes.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

/** @returns paths from the top level, without the slash behind; a folder in an ignored one is not named again */
export async function listIgnoredFolders(repo: Repository): Promise<string[]> {
  if (repo.worktree === null) return [];
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const { stdout } = await runGit(placeOf(repo), args);
  return nulRecords(stdout).flatMap((path) => (path.endsWith('/') ? [path.slice(0, -1)] : []));
}
