/**
 * The history of a commit, as names: its ancestors, how far apart two commits are, and where a
 * shallow clone is cut off.
 */

import { join } from 'node:path';
import { MOST_STATE, readTextBounded } from '../disk/boundedRead.ts';
import { isObjectName, type Repository } from './repository.ts';
import { gitLines, runGit } from './runGit.ts';

interface AncestorRequest {
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
  return gitLines(repo, args, { signal });
}

/** False also where one of the commits is not there. */
export async function isAncestor(repo: Repository, ancestor: string, commit: string): Promise<boolean> {
  const { status } = await runGit(repo, ['merge-base', '--is-ancestor', ancestor, commit], { mayFail: true });
  return status === 0;
}

// How far apart two commits are, where history can tell.

/**
 * The number of commits that `to` has and `from` has not.
 * @returns null where it cannot be known: a commit is not there, they share no history, or history
 * is cut off between them
 */
export async function commitsBetween(repo: Repository, from: string, to: string): Promise<number | null> {
  if (!isObjectName(from) || !isObjectName(to)) return null;
  const [base, list, cut] = await Promise.all([
    runGit(repo, ['merge-base', from, to], { mayFail: true }),
    runGit(repo, ['rev-list', ...(repo.shallow ? [] : ['--count']), `${from}..${to}`, '--'], { mayFail: true }),
    shallowCommits(repo),
  ]);
  if (base.status !== 0 || list.status !== 0) return null;
  if (!repo.shallow) return Number(list.stdout.toString('utf8'));
  const commits = list.stdout.toString('utf8').split('\n').filter(Boolean);
  return commits.some((commit) => cut.has(commit)) ? null : commits.length;
}

// Where a shallow clone's history is cut off.

/** The commits whose parents are missing; none in a whole clone. */
export async function shallowCommits(repo: Repository): Promise<ReadonlySet<string>> {
  if (!repo.shallow) return new Set();
  return new Set((await readTextBounded(join(repo.commonDir, 'shallow'), MOST_STATE)).split('\n').filter(Boolean));
}
