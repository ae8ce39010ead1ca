/** A point in the history: a date, a span before now, or a revision that divides it. */

import { CoraError, isCoraError } from '../base/errors.ts';
import { listAncestors } from '../git/listAncestors.ts';
import { refsToName } from '../git/refsLike.ts';
import type { Repository } from '../git/repository.ts';
import { resolveCommit } from '../git/resolveCommit.ts';
import { readDate } from './readDate.ts';

/**
 * @param option what is at fault where the text means nothing
 * @returns whether a commit came after it: by its commit date, or because the revision does not contain it
 * @throws CoraError USAGE
 */
export async function resolveSince(
  repository: Repository,
  text: string,
  now: number,
  option: string,
): Promise<(commit: { commit: string; commitDate: string }) => boolean> {
  const date = readDate(text, now);
  if (date !== null) return ({ commitDate }) => Date.parse(commitDate) >= date;
  const newer = new Set(await commitsSince(repository, text, option));
  return ({ commit }) => newer.has(commit);
}

async function commitsSince(repository: Repository, text: string, option: string): Promise<string[]> {
  try {
    const { commit } = await resolveCommit(repository, text);
    const head = repository.head?.commit;
    return head === undefined ? [] : await listAncestors(repository, { from: head, without: [commit] });
  } catch (error) {
    if (!isCoraError(error) || error.code !== 'BAD_REVISION') throw error;
    const { near } = await refsToName(repository, text);
    throw new CoraError('USAGE', `${option} wants a date, a span or a revision, not ${JSON.stringify(text)}.`, {
      hint:
        near.length > 0
          ? `did you mean ${near.join(' or ')}?`
          : `like ${option} 2024-05-01, ${option} "2 weeks ago" or ${option} v1.2.0`,
      cause: error,
    });
  }
}
