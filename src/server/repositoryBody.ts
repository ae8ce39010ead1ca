/** A served repository as the API shows it. */

import { isCoraError } from '../base/errors.ts';
import { groupBy } from '../base/groupBy.ts';
import type { IndexSummary } from '../fleet/indexSummaries.ts';
import { CANCELLED } from '../fleet/jobBook.ts';
import type { Job } from '../fleet/jobTypes.ts';
import type { ApiServices } from './apiTypes.ts';
import type { Repository } from './schemas/repos.ts';
import type { ServedRepository } from './servedRepositories.ts';

type Services = Pick<ApiServices, 'repositories' | 'jobs'>;

/** All of them, with one look at the jobs. */
export async function repositoryBodies(services: Services, all: readonly ServedRepository[]): Promise<Repository[]> {
  const byRepo = groupBy((await services.jobs?.list()) ?? [], ({ repoId }) => repoId);
  return Promise.all(all.map((one) => bodyOf(services, one, byRepo.get(one.id) ?? [])));
}

export async function repositoryBody(services: Services, repository: ServedRepository): Promise<Repository> {
  return bodyOf(services, repository, (await services.jobs?.list(repository.id)) ?? []);
}

/** @param all its jobs, newest first */
async function bodyOf(
  { repositories }: Pick<ApiServices, 'repositories'>,
  repository: ServedRepository,
  all: Job[],
): Promise<Repository> {
  const index = await readIndex(repositories.summaryOf(repository));
  const current = currentJob(all);
  const { id, name, dir, url, kind, branch, fixed, active, addedAt, lastIndexed } = repository;
  const { summary } = index;
  // A wrong path says nothing of the repository, nor does somebody who has changed their mind.
  const last = all.find((job) => job.kind !== 'file' && job.error !== CANCELLED);
  const error = errorOf(repository, index.error, last, summary);
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
  };
}

/** @param jobs newest first. @returns the one that runs, else the newest */
export function currentJob(jobs: readonly Job[]): Job | undefined {
  return jobs.find(({ status }) => status === 'processing') ?? jobs[0];
}

interface Index {
  summary: IndexSummary | null;
  error: string | null;
}

async function readIndex(read: Promise<IndexSummary | null>): Promise<Index> {
  try {
    return { summary: await read, error: null };
  } catch (error) {
    if (isCoraError(error)) return { summary: null, error: error.message };
    throw error;
  }
}

function isOpen(job: Job | undefined): job is Job {
  return job?.status === 'pending' || job?.status === 'processing';
}

/** What failed before the index was built has been mended since. */
function errorOf(
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
