/** An index job in the names of the API. */

import type { Job } from '../fleet/jobTypes.ts';
import type { JobBody } from './schemas/jobs.ts';

export function jobBody(job: Job): JobBody {
  const { id, repoId, kind, targetPath, status, createdAt, startedAt, completedAt, progress, error, attempts } = job;
  return {
    id,
    repo_id: repoId,
    kind,
    target_path: targetPath,
    status,
    created_at: createdAt,
    started_at: startedAt,
    completed_at: completedAt,
    progress,
    result: resultBody(job),
    error,
    attempts,
  };
}

function resultBody({ result }: Job): JobBody['result'] {
  if (result === null) return null;
  const { fileChunks, ...counts } = result;
  return { ...counts, file_chunks: fileChunks };
}
