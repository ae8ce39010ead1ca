/** An object that a repository names and does not hold: lost, or not fetched yet by a partial clone. */

import { CoraError } from '../base/errors.ts';
import type { Repository } from './repository.ts';

export const FIND_LOST = 'git fsck   lists what is missing; git fetch --refetch   brings back what the remote has';
export const FETCH_ALL = 'git fetch --refetch --no-filter   brings what is missing';

/** @param what a sentence without its full stop */
export function lostObject({ partial }: Pick<Repository, 'partial'>, what: string): CoraError {
  const why = partial ? 'this partial clone has not fetched it' : 'the repository is damaged';
  return new CoraError('GIT', `${what}: ${why}.`, { hint: partial ? FETCH_ALL : FIND_LOST });
}

/** @throws CoraError GIT where HEAD names a commit that cannot be read; a branch without a commit is none */
export function refuseLostHead(repo: Pick<Repository, 'lostHead' | 'partial'>): void {
  if (repo.lostHead !== undefined) throw lostObject(repo, repo.lostHead);
}
