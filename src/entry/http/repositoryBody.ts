/** A served repository as the API shows it. */

import { type IndexSummary, isCoraError, type Job } from '../../index.ts';
import type { ApiServices } from './apiTypes.ts';
import type { Repository } from './schemas/repos.ts';
import type { ServedRepository } from './servedRepositories.ts';

export async function repositoryBody(
  { repositories, jobs }: Pick<ApiServices, 'repositories' | 'jobs'>,
  repository: ServedRepository,
): Promise<Repository> {
  const [index, [job]] = await Promise.all([
    readIndex(repositories.summaryOf(repository)),
    jobs?.list(repository.id) ?? [],
  ]);
  const { id, name, dir, url, kind, branch, fixed, active, addedAt, lastIndexed } = repository;
  const { summary } = index;
  const error = errorOf(repository, index.error, job, summary);
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
    indexing_status: isOpen(job) ? job.status : error !== null ? 'failed' : summary === null ? 'pending' : 'completed',
    total_files: summary?.files ?? null,
    total_chunks: summary?.chunks ?? null,
    error,
  };
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
