/** What `cora query --commits` calls: settings in, commits out. */

import type { CommitSearchResult } from '../base/historyTypes.ts';
import type { Options } from '../settings/options.ts';
import { openWorkspaceFor, type Surroundings } from '../view/surroundings.ts';
import { historyContextOf } from './historySession.ts';
import { searchCommits } from './searchCommits.ts';

/**
 * Searches the messages of HEAD's commits. No index is needed: what it lacks is read from git, as far as that is quick.
 * @throws CoraError USAGE, NOT_A_REPOSITORY, …
 */
export async function searchHistory(
  options: Options,
  surroundings: Surroundings,
  text: string,
): Promise<CommitSearchResult> {
  const workspace = await openWorkspaceFor(options, surroundings);
  return searchCommits(historyContextOf(workspace, options, surroundings.log), {
    text,
    limit: options.limit!,
    paths: options.path ?? [],
    author: options.author ?? null,
    since: options.since ?? null,
    until: options.until ?? null,
    now: Date.now(),
  });
}
