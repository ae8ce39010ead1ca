/**
 * /repos: list, add, show, remove, activate, count. Adding asks no server: a job fetches and
 * indexes it.
 */

import { isAbsolute } from 'node:path';
import { CoraError, isCoraError, whenRefused } from '../../base/errors.ts';
import { groupBy, lazy } from '../../base/lists.ts';
import type { IndexSummary } from '../../fleet/indexMember.ts';
import { CANCELLED, type Job } from '../../fleet/jobQueue.ts';
import { isoDate, RAW_DATES, startOf } from '../../git/readCommits.ts';
import { type Repository, refuseLostHead } from '../../git/repository.ts';
import { runGit } from '../../git/runGit.ts';
import type { ServedRepository } from '../../mcp/places.ts';
import { redactText } from '../../secrets/redact.ts';
import type { IndexSettings, Surroundings } from '../../settings/requests.ts';
import { hasNativeLance } from '../../store/loadLance.ts';
import { asTyped } from '../../view/asTyped.ts';
import { openWorkspaceFor } from '../../view/workspace.ts';
import type { AddRoutes, ApiServices } from '../apiServices.ts';
import { HttpError } from '../errors.ts';
import { jsonRoutesOf, repoParams } from '../schemas/openApi.ts';
import type { RepositoryBody } from '../schemas/serverState.ts';
import * as schemas from '../schemas/serverState.ts';
import { placeKey } from '../servedRepositories.ts';

const params = repoParams;

export const addRepos: AddRoutes = (app, services) => {
  const { repositories, jobs, slots } = services;
  const add = jsonRoutesOf(app, 'repositories');

  add(
    'get',
    '/repos',
    'All repositories',
    { answer: schemas.repositoriesBody, says: 'The directories of the command line first, then by name.' },
    async () => repositoryBodies(services, await repositories.list()),
  );

  add(
    'post',
    '/repos',
    'Add a repository and index it',
    { body: schemas.addRepoRequest, answer: schemas.repositoryBody, says: 'Its first index is queued.', status: 201 },
    async ({ path, url, name, branch }, signal) => {
      if (path !== undefined && !isAbsolute(path)) {
        throw new HttpError(400, 'USAGE', '"path" is not absolute.', {
          hint: 'A directory of the machine that the server runs on, from its root; an address is "url".',
        });
      }
      const added = await slots.use(signal, () => repositories.add({ url: url ?? path!, name, branch }));
      await jobs?.add({ repoId: placeKey(added), kind: 'incremental', targetPath: null });
      return bodyOfRepository(services, added);
    },
  );

  add(
    'get',
    '/repos/{id}',
    'One repository',
    { params, answer: schemas.repositoryBody, says: 'As it is now.' },
    async ({ id }) => bodyOfRepository(services, await repositories.get(id)),
  );

  add(
    'delete',
    '/repos/{id}',
    "Remove a repository: a clone with its index; a user's own directory stays as it is",
    { params, answer: schemas.removedRepo, says: 'It is gone.' },
    async ({ id }) => {
      // A running job would write into what is deleted.
      const { name, deleted } = await repositories.remove(id, async (key) => jobs?.forget(key));
      return { message: `Removed ${name}`, repo_id: id, deleted };
    },
  );

  add(
    'put',
    '/repos/{id}/activate',
    'Make it the one that is meant where a request names none',
    { params, answer: schemas.repositoryBody, says: 'It is active.' },
    async ({ id }) => bodyOfRepository(services, await repositories.activate(id)),
  );

  add(
    'get',
    '/repos/{id}/stats',
    'Commits, branches, tags, the newest commit',
    { params, answer: schemas.repoStats, says: 'As Git says.' },
    async ({ id }, signal) => {
      const { settings, surroundings } = repositories.placeOf(await repositories.get(id));
      const found = await slots.use(signal, () => repositoryStats(settings, surroundings, signal));
      return {
        total_commits: found.commits,
        total_branches: found.branches,
        total_tags: found.tags,
        is_shallow: found.isShallow,
        latest_commit: found.latest,
      };
    },
  );
};

type Services = Pick<ApiServices, 'repositories' | 'jobs'>;

/** Makes the bodies of all, with one look at the jobs. */
async function repositoryBodies(services: Services, all: readonly ServedRepository[]): Promise<RepositoryBody[]> {
  const byRepo = groupBy(services.jobs?.list() ?? [], ({ repoId }) => repoId);
  return Promise.all(all.map((one) => bodyOf(services, one, byRepo.get(placeKey(one)) ?? [])));
}

export async function bodyOfRepository(services: Services, repository: ServedRepository): Promise<RepositoryBody> {
  return bodyOf(services, repository, services.jobs?.list(placeKey(repository)) ?? []);
}

/** @param all its jobs, newest first */
async function bodyOf(
  { repositories, jobs }: Services,
  repository: ServedRepository,
  all: Job[],
): Promise<RepositoryBody> {
  const found = await repositories.summaryOf(repository).catch(whenRefused((error) => error));
  const [summary, broken] = isCoraError(found) ? [null, found.message] : [found, null];
  const current = currentJob(all);
  const { id, name, dir, url, kind, branch, fixed, active, addedAt, lastIndexed } = repository;
  // A job of one file, or one that was cancelled, says nothing of the repository.
  const last = all.find((job) => job.kind !== 'file' && job.error !== CANCELLED);
  const error = lastErrorOf(repository, broken, last, summary);
  return {
    id,
    name,
    path: dir,
    url,
    kind,
    branch,
    fixed,
    is_active: active,
    created_at: addedAt,
    last_indexed_at: summary?.builtAt ?? lastIndexed,
    last_commit: summary?.commit ?? null,
    indexing_status: isOpen(current)
      ? current.status
      : error !== null
        ? 'failed'
        : summary === null
          ? 'pending'
          : 'completed',
    total_files: summary?.files ?? null,
    total_chunks: summary?.chunks ?? null,
    error,
    build_command: jobs !== null && canWrite() ? null : buildCommand(repository),
  };
}

/** True if this installation can build. Looks once: it stays as it is while a server runs. */
const canWrite = lazy(hasNativeLance);

/** Returns what builds the index where this server cannot. */
function buildCommand({ kind, name }: ServedRepository): string {
  return asTyped(kind === 'clone' ? `cora sync ${name}` : 'cora index');
}

/**
 * Finds the job that tells how a repository is.
 * @param jobs newest first.
 * @returns the one that runs, else the newest
 */
export function currentJob(jobs: readonly Job[]): Job | undefined {
  return jobs.find(({ status }) => status === 'processing') ?? jobs[0];
}

function isOpen(job: Job | undefined): job is Job {
  return job?.status === 'pending' || job?.status === 'processing';
}

/** Returns the last error since the index was built: an earlier one has been mended. */
function lastErrorOf(
  { error, lastTried }: ServedRepository,
  broken: string | null,
  job: Job | undefined,
  summary: IndexSummary | null,
): string | null {
  const isSince = (time: string | null): boolean => summary === null || (time !== null && time > summary.builtAt);
  if (broken !== null) return broken;
  if (job?.status === 'failed' && isSince(job.completedAt)) return job.error;
  return error !== null && isSince(lastTried) ? error : null;
}

interface RepositoryStats {
  /** The number of HEAD's commits; for a shallow clone those that are there. */
  commits: number;
  /** The number of local branches. */
  branches: number;
  tags: number;
  isShallow: boolean;
  /** Null before the first one. Without secrets; the date is the author's, ISO 8601. */
  latest: { hash: string; message: string; author: string; date: string } | null;
}

/**
 * Counts the commits and branches of a repository.
 * @throws CoraError NOT_A_REPOSITORY, GIT, ABORTED
 */
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

/**
 * Arguments of git log. The output is UTF-8, in which secrets are looked for, whatever
 * i18n.logOutputEncoding says.
 */
const NEWEST = ['-1', '--no-show-signature', '--encoding=UTF-8', RAW_DATES, '--format=%H%x00%B%x00%an%x00%ad'];

/** The most UTF-16 code units of each. */
const MOST = { message: 20_000, author: 200 } as const;

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
  const shown = { message: startOf(redactText(message.trim()), MOST.message), author: startOf(author, MOST.author) };
  return { commits: Number(count), latest: { hash, ...shown, date: isoDate(date) } };
}

function linesOf(text: string): number {
  return text.split('\n').length - 1;
}
