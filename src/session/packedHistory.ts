/** `cora query --commits --index FILE`: the commits that came with a packed index. */

import type { CommitSearchResult } from '../base/historyTypes.ts';
import { searchRecords } from '../history/searchCommits.ts';
import type { CommitsRequest, Surroundings } from '../settings/requests.ts';
import { readPackedCommits } from '../share/openInPlace.ts';

/** @throws CoraError NO_INDEX, USAGE, BAD_ARTIFACT, … */
export async function searchPackedHistory(
  named: string,
  request: CommitsRequest,
  surroundings: Pick<Surroundings, 'env' | 'cacheDir' | 'log'>,
): Promise<CommitSearchResult> {
  return searchRecords(await readPackedCommits(named, surroundings), { ...request, now: Date.now() });
}
