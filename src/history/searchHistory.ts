/** Runs `cora query --commits`: settings in, commits out. */

import type { CommitSearchResult } from '../base/historyTypes.ts';
import type { CommitsRequest, Surroundings } from '../settings/requests.ts';
import { openWorkspaceFor } from '../view/surroundings.ts';
import { historyContextOf } from './historySession.ts';
import { searchCommits } from './searchCommits.ts';

/**
 * Searches the messages of HEAD's commits. No index is needed: what it lacks is read from git, as
 * far as that is quick.
 * @throws CoraError USAGE, NOT_A_REPOSITORY, …
 */
export async function searchHistory(
  { historyLimit, ...request }: CommitsRequest,
  surroundings: Surroundings,
): Promise<CommitSearchResult> {
  const workspace = await openWorkspaceFor(request, surroundings);
  return searchCommits(historyContextOf(workspace, historyLimit, surroundings.log), {
    ...request,
    now: Date.now(),
  });
}
