/**
 * HISTORY: HEAD's commits → filters → score → the chosen ones. The spine of `cora query --commits`; where the commits come
 * from is history/readHistory.ts.
 */

import type { CommitHit, CommitSearchResult } from '../base/historyTypes.ts';
import { matchGlobs } from '../git/matchGlobs.ts';
import { readQuery } from '../search/readQuery.ts';
import { type History, type HistoryCommit, type HistoryContext, readHistory } from './readHistory.ts';
import { resolveSince } from './resolveSince.ts';
import { type ScoredCommit, scoreCommits } from './scoreCommits.ts';

export interface CommitSearchRequest {
  /** Blank: the newest commits. */
  text: string;
  limit: number;
  /** Globs; a commit that touched any such file passes. None means all. */
  paths: readonly string[];
  /** A part of the name or the address, in either case; null for anyone. */
  author: string | null;
  /** A date, a span (`2 weeks`) or a revision, after which; null for all. */
  since: string | null;
  /** A date, a span or a revision, up to which; null for all. */
  until: string | null;
  /** What spans count from, milliseconds. */
  now: number;
}

/** @throws CoraError USAGE for a date that is none, BAD_PATTERN, GIT */
export async function searchCommits(
  context: HistoryContext,
  request: CommitSearchRequest,
): Promise<CommitSearchResult> {
  const started = performance.now();
  const wanted = await commitFilter(context, request);
  const history = await readHistory(context, request.paths.length > 0);
  try {
    const found = rankCommits(history, request.text, wanted);
    const shown = found.slice(0, request.limit);
    const records = await history.records(shown.map(({ commit }) => commit.commit));
    return {
      query: request.text,
      freshness: {
        ...history.freshness,
        indexedCommit: history.indexedCommit,
        commitsBehind: history.freshness.readNow + history.freshness.missing,
        dirtyFiles: 0,
        asCommitted: [],
        missingFiles: [],
      },
      truncated: found.length > shown.length,
      tookMs: Math.round(performance.now() - started),
      commits: records.map((record, at): CommitHit => {
        const { score, why } = shown[at]!;
        return { rank: at + 1, score, why, ...record };
      }),
    };
  } finally {
    history.close();
  }
}

export type CommitFilter = (commit: HistoryCommit) => boolean;

/** @returns what --path, --author, --since and --until let through; paths need the files of the commits */
export async function commitFilter(
  { repository }: Pick<HistoryContext, 'repository'>,
  { paths, author, since, until, now }: Omit<CommitSearchRequest, 'text' | 'limit'>,
): Promise<CommitFilter> {
  const byPath = paths.length === 0 ? null : matchGlobs(paths);
  const name = author?.toLowerCase();
  const [from, to] = await Promise.all([
    since === null ? null : resolveSince(repository, since, now, '--since'),
    until === null ? null : resolveSince(repository, until, now, '--until'),
  ]);
  return (commit) =>
    (name === undefined || `${commit.author} <${commit.email}>`.toLowerCase().includes(name)) &&
    (from === null || from(commit)) &&
    (to === null || !to(commit)) &&
    (byPath === null ||
      commit.files!.some(({ path, oldPath }) => byPath(path) || (oldPath !== null && byPath(oldPath))));
}

/** @param text blank for the newest; @returns all that pass, best first */
export function rankCommits(history: History, text: string, wanted: CommitFilter): ScoredCommit<HistoryCommit>[] {
  const { commits } = history;
  if (text.trim() !== '')
    return scoreCommits(
      readQuery(text, () => 1),
      commits,
      wanted,
    );
  return commits.filter(wanted).map((commit) => ({ commit, score: 0, why: { words: 0, paths: 0, name: 0 } }));
}
