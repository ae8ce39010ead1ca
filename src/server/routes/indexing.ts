/** /repos/{id}/index: queues a job. With `?wait=true` the answer comes when it has ended. */

import { createRoute, type z } from '@hono/zod-openapi';
import type { Job, JobKind, JobQueue } from '../../fleet/jobTypes.ts';
import { checkPath } from '../../git/safePath.ts';
import { answers, answersWith, jsonBody } from '../answers.ts';
import type { RequestLife } from '../apiEnv.ts';
import type { AddRoutes } from '../apiTypes.ts';
import { HttpError } from '../errors.ts';
import { stopping } from '../liveRequests.ts';
import { repoParams } from '../schemas/common.ts';
import * as schemas from '../schemas/jobs.ts';

const tags = ['jobs'];
const answersOfJob = <T extends z.ZodType>(schema: T) => ({
  ...answers(schema, 'With wait=true: it has ended well.'),
  ...answersWith(202, schema, 'A job is queued, or an equal one that waits already was found.'),
});
const responses = answersOfJob(schemas.indexAnswer);

const whole = createRoute({
  method: 'post',
  path: '/repos/{id}/index',
  tags,
  summary: 'Index a repository; what is known is computed again only with "force_reindex"',
  request: { params: repoParams, query: schemas.indexQuery, body: jsonBody(schemas.indexRequest, false) },
  responses,
});
const incremental = createRoute({
  method: 'post',
  path: '/repos/{id}/index/incremental',
  tags,
  summary: 'Index what is new; a clone is fetched first',
  request: { params: repoParams, query: schemas.indexQuery },
  responses,
});
const file = createRoute({
  method: 'post',
  path: '/repos/{id}/index/file',
  tags,
  summary: 'Index what is new, and say how many chunks one file has or why it has none',
  request: { params: repoParams, query: schemas.indexFileQuery },
  responses: answersOfJob(schemas.indexFileAnswer),
});

export const addIndexing: AddRoutes = (app, { repositories, jobs }) => {
  if (jobs === null) return;

  const start = async (id: string, kind: JobKind, targetPath: string | null, wait: boolean, life: RequestLife) => {
    const repository = await repositories.get(id);
    const job = await jobs.add({ repoId: repository.id, kind, targetPath });
    return wait ? endOf(jobs, job, life) : job;
  };

  app.openapi(whole, async (c) => {
    const kind = c.req.valid('json').force_reindex === true ? 'full' : 'incremental';
    const wait = c.req.valid('query').wait === 'true';
    const job = await start(c.req.valid('param').id, kind, null, wait, c.get('life'));
    return c.json(answerOf(job, 'Indexing', job.result?.files ?? null), wait ? 200 : 202);
  });

  app.openapi(incremental, async (c) => {
    const wait = c.req.valid('query').wait === 'true';
    const job = await start(c.req.valid('param').id, 'incremental', null, wait, c.get('life'));
    return c.json(answerOf(job, 'Incremental indexing', job.result?.computed ?? null), wait ? 200 : 202);
  });

  app.openapi(file, async (c) => {
    const { file_path, wait: asked } = c.req.valid('query');
    checkPath(file_path);
    const wait = asked === 'true';
    const job = await start(c.req.valid('param').id, 'file', file_path, wait, c.get('life'));
    const message = job.status === 'completed' ? 'File indexed successfully' : `Indexing of the file is ${job.status}`;
    const answer = { message, repo_id: job.repoId, job_id: job.id, file_path, status: job.status };
    return c.json({ ...answer, chunks_added: job.result?.fileChunks ?? null }, wait ? 200 : 202);
  });
};

function answerOf(job: Job, what: string, indexed: number | null) {
  return {
    message: job.status === 'completed' ? `${what} completed` : `${what} is ${job.status}`,
    repo_id: job.repoId,
    job_id: job.id,
    indexed_files: indexed,
    total_chunks: job.result?.chunks ?? null,
    status: job.status,
  };
}

/** @throws HttpError 422 where the job failed, 503 where the server stops before: the job is done after it has started again */
async function endOf(jobs: JobQueue, { id, repoId }: Job, life: RequestLife): Promise<Job> {
  life.limit(null);
  for await (const job of jobs.watch(repoId, life.signal)) {
    if (job.id !== id) continue;
    if (job.status === 'completed') return job;
    if (job.status === 'failed')
      throw new HttpError(422, 'JOB_FAILED', job.error ?? 'The job failed.', { hint: `GET /jobs/${id} says more.` });
  }
  life.signal.throwIfAborted();
  throw stopping();
}
