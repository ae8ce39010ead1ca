/** How much history a repository has: its commits, branches and tags, and the newest commit. */

import type { Repository } from './git/repository.ts';
import { placeOf, runGit } from './git/runGit.ts';
import type { Options } from './options.ts';
import { openWorkspaceFor, type Surroundings } from './session.ts';

export interface RepositoryStats {
  /** Of HEAD; of a shallow clone those that are there. */
  commits: number;
  /** Local ones. */
  branches: number;
  tags: number;
  isShallow: boolean;
  /** Null before the first one. Its date is the author's, ISO 8601. */
  latest: { hash: string; message: string; author: string; date: string } | null;
}

/** @throws CoraError NOT_A_REPOSITORY, GIT, ABORTED */
export async function repositoryStats(
  options: Options,
  surroundings: Surroundings,
  signal?: AbortSignal,
): Promise<RepositoryStats> {
  const { repository } = await openWorkspaceFor(options, surroundings);
  const ask = async (...args: string[]): Promise<string> => {
    const { stdout } = await runGit(placeOf(repository), args, { signal });
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

async function historyOf(
  { head }: Repository,
  ask: (...args: string[]) => Promise<string>,
): Promise<Pick<RepositoryStats, 'commits' | 'latest'>> {
  if (head === null) return { commits: 0, latest: null };
  const [count, newest] = await Promise.all([
    ask('rev-list', '--count', head.commit),
    ask('log', '-1', '--no-show-signature', '--format=%H%x00%B%x00%an%x00%aI', head.commit),
  ]);
  const [hash = '', message = '', author = '', date = ''] = newest.trimEnd().split('\0');
  return { commits: Number(count), latest: { hash, message: message.trim(), author, date } };
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}
