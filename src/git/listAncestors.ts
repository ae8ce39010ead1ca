/** The history of a commit, as names: newest first, as `git log` has it. */

import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

export interface AncestorRequest {
  /** Object names. */
  from: string;
  /** All where it is left out. */
  limit?: number;
  /** Their ancestors, and they themselves, are left out. */
  without?: readonly string[];
  signal?: AbortSignal;
}

/** The commit itself and what it descends from, by commit date, children before parents. */
export async function listAncestors(
  repo: Repository,
  { from, limit, without = [], signal }: AncestorRequest,
): Promise<string[]> {
  const most = limit === undefined ? [] : [`--max-count=${limit}`];
  const args = ['rev-list', ...most, from, ...without.map((commit) => `^${commit}`), '--'];
  const { stdout } = await runGit(placeOf(repo), args, { signal });
  return stdout.toString('latin1').split('\n').filter(Boolean);
}

/** False also where one of the commits is not there. */
export async function isAncestor(repo: Repository, ancestor: string, commit: string): Promise<boolean> {
  const { status } = await runGit(placeOf(repo), ['merge-base', '--is-ancestor', ancestor, commit], { mayFail: true });
  return status === 0;
}
