/**
 * The part of a session that is about the history: what `cora index` adds, what a query and
 * `cora query --commits` ask.
 */

import { asSentence, CoraError, ifRefused, isCoraError, knownError } from '../base/errors.ts';
import type { CommitRecord, CommitSearchResult, GitContext } from '../base/historyTypes.ts';
import type { HistoryReport, IndexReport, Log } from '../base/types.ts';
import { noCommits } from '../search/answerNotes.ts';
import { type HistoryQuestion, LAST_RELEASE, type Question } from '../search/question.ts';
import type { CommitsRequest, IndexingRequest, Surroundings } from '../settings/requests.ts';
import { openWorkspaceFor, type Workspace } from '../view/workspace.ts';
import type { HistoryContext } from './readHistory.ts';

/**
 * Indexes the commits. It comes last in a run, so that an interrupted one still leaves an index of
 * the code.
 */
export async function addHistory(
  { repository, location }: Workspace,
  { historyLimit: limit, full }: Pick<IndexingRequest, 'historyLimit' | 'full'>,
  log: Log,
  { commit, computed }: Pick<IndexReport, 'commit' | 'computed'>,
  signal?: AbortSignal,
): Promise<HistoryReport> {
  const { indexHistory } = await import('./indexHistory.ts');
  const { root } = location;
  const request = { repository, root, limit, commit, full, log };
  try {
    return await indexHistory({ ...request, signal });
  } catch (thrown) {
    const error = knownError(thrown);
    if (!isCoraError(error)) throw error;
    if (error.code !== 'ABORTED') {
      const said = `${asSentence(error.message)} The code is indexed, the commits are not.`;
      throw new CoraError(error.code, said, { hint: error.hint, cause: error });
    }
    const message = `Stopped after ${computed} of ${computed} new files, before the commits were read. The code is indexed.`;
    throw new CoraError('ABORTED', message, { hint: 'cora index goes on from there.', cause: error });
  }
}

/** @param limit the number of the newest commits that are looked at */
function historyContextOf({ repository, location }: Workspace, limit: number, log: Log): HistoryContext {
  return { repository, root: location.root, limit, log };
}

/**
 * Makes what answers questions about the history of a repository.
 * @returns answers null, and loads nothing, where a question is not about the history
 */
export function gitContextAsker(
  workspace: Workspace,
  limit: number,
  log: Log,
): (question: Question) => Promise<GitContext | null> {
  return async ({ history }) => {
    if (history === null) return null;
    const [{ gitContextOf }, { sourceInRepository }] = await loadContext();
    const context = historyContextOf(workspace, limit, log);
    return gitContextOf(sourceInRepository({ ...context, settings: workspace.settings, now: Date.now() }), history);
  };
}

/**
 * Answers from commits that came with an index, as far as they tell: diffs, tags and branches are
 * in their repository.
 * @param read newest first; null for none
 */
export function packedContextAsker(
  files: readonly { path: string }[],
  read: () => Promise<CommitRecord[] | null>,
): (question: Question) => Promise<GitContext | null> {
  return async ({ history }) => {
    const commits = history === null ? null : await read();
    if (history === null || commits === null) return null;
    if (history.since === LAST_RELEASE && [null, LAST_RELEASE].includes(history.until)) return withoutRevision(history);
    const [{ gitContextOf }, { sourceInRecords }] = await loadContext();
    const asking = gitContextOf(sourceInRecords(commits, files, Date.now()), history);
    // The code answers all the same. A revision that is not among the commits may be a tag, which
    // nobody here knows.
    return asking.catch(ifRefused(withoutRevision(history), 'BAD_REVISION'));
  };
}

function withoutRevision(history: HistoryQuestion): GitContext {
  const { revision, until } = history;
  const since = until !== null && history.since === LAST_RELEASE ? null : history.since;
  const named = [revision, since, until].filter((name) => name !== null).join(' and ');
  return noCommits(history, `A packed index knows no tags and branches, so no commits were looked for: ${named}.`);
}

/**
 * Searches the messages of HEAD's commits. No index is needed: what it lacks is read from git, as
 * far as that is quick.
 * @throws CoraError USAGE, NOT_A_REPOSITORY, …
 */
export async function searchHistory(
  { historyLimit, ...request }: CommitsRequest,
  surroundings: Surroundings,
): Promise<CommitSearchResult> {
  const [workspace, { searchCommits }, { sourceInRepository }] = await Promise.all([
    openWorkspaceFor(request, surroundings),
    import('./searchCommits.ts'),
    import('./commitSource.ts'),
  ]);
  const context = historyContextOf(workspace, historyLimit, surroundings.log);
  return searchCommits(sourceInRepository({ ...context, settings: workspace.settings, now: Date.now() }), request);
}

function loadContext() {
  return Promise.all([import('./gitContext.ts'), import('./commitSource.ts')]);
}
