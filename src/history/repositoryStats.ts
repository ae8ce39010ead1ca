/**
 * Tells how much history a repository has: its commits, branches and tags, and the newest commit.
 */

import { CoraError } from '../base/errors.ts';
import { type Repository, refuseLostHead } from '../git/repository.ts';
import { runGit } from '../git/runGit.ts';
import { redactText } from '../secrets/redact.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import { openWorkspaceFor } from '../view/surroundings.ts';

export interface RepositoryStats {
  /** The number of HEAD's commits; for a shallow clone those that are there. */
  commits: number;
  /** Local ones. */
  branches: number;
  tags: number;
  isShallow: boolean;
  /**
   * Null before the first one. Its message is without secrets, its date is the author's, ISO 8601.
   */
  latest: { hash: string; message: string; author: string; date: string } | null;
}

/** @throws CoraError NOT_A_REPOSITORY, GIT, ABORTED */
export async function repositoryStats(
  settings: IndexSettings,
  surroundings: Surroundings,
  signal?: AbortSignal,
): Promise<RepositoryStats> {
  const { repository } = await openWorkspaceFor(settings, surroundings);
  refuseLostHead(repository);
  const ask = async (...args: string[]): Promise<string> => {
    const { stdout } = await runGit(repository, args, { signal });
    return stdout.toString('utf8');
  };
  const [branches, tags, isShallow, history] = await Promise.all([
    ask('for-each-ref', '--format=x', 'refs/heads/').then(linesOf),
    ask('for-each-ref', '--format=x', 'refs/tags/').then(linesOf),
    ask('rev-parse', '--is-shallow-repository'),
    historyOf(repository, ask),
  ]);
  return { ...history, branches, tags, isShallow: isShallow.trim() === 'true' };
}

/** In UTF-8, in which secrets are looked for, whatever i18n.logOutputEncoding says. */
const NEWEST = ['-1', '--no-show-signature', '--encoding=UTF-8', '--format=%H%x00%B%x00%an%x00%aI'];

async function historyOf(
  { head }: Repository,
  ask: (...args: string[]) => Promise<string>,
): Promise<Pick<RepositoryStats, 'commits' | 'latest'>> {
  if (head === null) return { commits: 0, latest: null };
  const [count, newest] = await Promise.all([
    ask('rev-list', '--count', head.commit),
    ask('log', ...NEWEST, head.commit),
  ]);
  const [hash, message = '', author = '', date = ''] = newest.trimEnd().split('\0');
  // Where git writes in another encoding after all, nothing of it is shown.
  if (hash !== head.commit) throw new CoraError('GIT', `git log does not say what commit ${head.commit} is.`);
  return { commits: Number(count), latest: { hash, message: redactText(message.trim()), author, date } };
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}
