/** How far apart two commits are, where history can tell. */

import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';
import { shallowCommits } from './shallowCommits.ts';

/**
 * The number of commits that `to` has and `from` has not.
 * @returns null where it cannot be known: a commit is not there, they share no history, or history is cut off between them
 */
export async function commitsBetween(repo: Repository, from: string, to: string): Promise<number | null> {
  if (!isObjectName(from) || !isObjectName(to)) return null;
  const place = placeOf(repo);
  const [base, list, cut] = await Promise.all([
    runGit(place, ['merge-base', from, to], { mayFail: true }),
    runGit(place, ['rev-list', ...(repo.shallow ? [] : ['--count']), `${from}..${to}`, '--'], { mayFail: true }),
    shallowCommits(repo),
  ]);
  if (base.status !== 0 || list.status !== 0) return null;
  if (!repo.shallow) return Number(list.stdout.toString('utf8'));
  const commits = list.stdout.toString('utf8').split('\n').filter(Boolean);
  return commits.some((commit) => cut.has(commit)) ? null : commits.length;
}

function isObjectName(name: string): boolean {
  return /^[0-9a-f]{40,64}$/.test(name);
}
