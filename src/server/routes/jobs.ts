/**
 * Index jobs: queued under /repos/{id}/index, looked at, followed as events, cancelled. With
 * `?wait=true` the answer comes when the job has ended. servedJobs.ts does them.
 */

import type { z } from '@hono/zod-openapi';
import { isCoraError } from '../../base/errors.ts';
import type { Job, JobQueue } from '../../fleet/jobQueue.ts';
import { checkPath } from '../../git/safePath.ts';
import type { ServedRepository } from '../../mcp/places.ts';
import { type AddRoutes, type ApiServices, inRepository } from '../apiServices.ts';
import { HttpError } from '../errors.ts';
import { type ServerEvent, stopping, streamEvents } from '../liveRequests.ts';
import {
  answers,
  answersAsEvents,
  answersWith,
  jsonBody,
  type RequestLife,
  repoParams,
  routesOf,
} from '../schemas/openApi.ts';
import type { JobBody } from '../schemas/serverState.ts';
import * as schemas from '../schemas/serverState.ts';
import { placeKey } from '../servedRepositories.ts';
import { bodyOfRepository, currentJob } from './repos.ts';

const route = routesOf('jobs');
const events = answersAsEvents(
  schemas.jobEvents,
  'Server-sent events named "job", each with a Job as JSON: those that are there, then each change.',
);

const status = route('get', '/repos/{id}/index/status', 'How far and how fresh the index of a repository is', {
  request: { params: repoParams },
  responses: answers(schemas.indexStatus, 'As it is now.'),
});
const repoEvents = route('get', '/repos/{id}/index/events', 'The jobs of a repository as they go on', {
  request: { params: repoParams },
  responses: events,
});
const allEvents = route('get', '/jobs/events', 'All jobs as they go on', {
  responses: events,
});
const list = route('get', '/jobs', 'Index jobs, newest first', {
  request: { query: schemas.jobsQuery },
  responses: answers(schemas.jobList, 'Those that wait or run, and the last 200 that have ended.'),
});
const show = route('get', '/jobs/{id}', 'One job', {
  request: { params: schemas.jobParams },
  responses: answers(schemas.job, 'As it is now.'),
});
const cancel = route('delete', '/jobs/{id}', 'Cancel a job; what it indexed so far is kept', {
  request: { params: schemas.jobParams },
  responses: answers(schemas.job, 'Failed, if it was not done before.'),
});

export const addJobs: AddRoutes = (app, services) => {
  const { repositories, jobs } = services;
  if (jobs === null) return;
  const keyOf = async (id: string): Promise<string> => placeKey(await repositories.get(id));
  /** Returns the bodies, without jobs of a worktree that the API does not list. */
  const bodiesOf = (found: readonly (Job | null)[]): JobBody[] =>
    found.flatMap((job) => {
      const id = job === null ? undefined : repositories.idOf(job.repoId);
      return job === null || id === undefined ? [] : [jobBody(job, id)];
    });
  const bodyOf = (job: Job | null): JobBody => {
    const [body] = bodiesOf([job]);
    if (body !== undefined) return body;
    throw new HttpError(404, 'NO_JOB', 'There is no job with this id.', { hint: 'GET /jobs lists them.' });
  };
  /** Yields events until the client has gone, or the queue is closed because the server stops. */
  const eventsOf = async function* (key: string | undefined, life: RequestLife): AsyncGenerator<ServerEvent> {
    life.limit(null);
    for await (const job of jobs.watch(key, life.signal))
      yield* bodiesOf([job]).map((data) => ({ event: 'job', data }));
  };

  app.openapi(status, async (c) => {
    const repository = await repositories.get(c.req.valid('param').id);
    return c.json(await statusBody(services, jobs, repository, c.get('life').signal), 200);
  });

  app.openapi(repoEvents, async (c) => streamEvents(c, eventsOf(await keyOf(c.req.valid('param').id), c.get('life'))));

  // This comes before the route of one job, whose id this could be.
  app.openapi(allEvents, (c) => streamEvents(c, eventsOf(undefined, c.get('life'))));

  app.openapi(list, async (c) => {
    const { repo_id } = c.req.valid('query');
    const found = jobs.list(repo_id === undefined ? undefined : await keyOf(repo_id));
    return c.json({ jobs: bodiesOf(found) }, 200);
  });

  app.openapi(show, (c) => c.json(bodyOf(jobs.get(c.req.valid('param').id)), 200));

  app.openapi(cancel, async (c) => {
    const { id } = bodyOf(jobs.get(c.req.valid('param').id));
    return c.json(bodyOf(await jobs.cancel(id)), 200);
  });
};

async function statusBody(services: ApiServices, jobs: JobQueue, repository: ServedRepository, signal: AbortSignal) {
  const [body, freshness] = await Promise.all([
    bodyOfRepository(services, repository),
    freshnessOf(services, repository, signal),
  ]);
  const job = currentJob(jobs.list(placeKey(repository)));
  return {
    repo_id: body.id,
    repo_name: body.name,
    repo_path: body.path,
    total_files: body.total_files,
    total_chunks: body.total_chunks,
    last_indexed_at: body.last_indexed_at,
    last_commit_hash: body.last_commit,
    indexing_status: body.indexing_status,
    error: body.error,
    freshness,
    job: job === undefined ? null : jobBody(job, body.id),
  };
}

/** @returns null where nothing can be searched yet */
async function freshnessOf(services: ApiServices, { id }: ServedRepository, signal: AbortSignal) {
  try {
    return await inRepository(services, id, signal, async ({ searcher }) => (await searcher.view).freshness);
  } catch (error) {
    if (isCoraError(error) && error.code !== 'ABORTED') return null;
    throw error;
  }
}

// /repos/{id}/index: queues a job. With `?wait=true` the answer comes when it has ended.

const answersOfJob = <T extends z.ZodType>(schema: T) => ({
  ...answers(schema, 'With wait=true: it has ended well.'),
  ...answersWith(202, schema, 'A job is queued, or an equal one that waits already was found.'),
});
const responses = answersOfJob(schemas.indexAnswer);

const whole = route(
  'post',
  '/repos/{id}/index',
  'Index a repository; what is known is computed again only with "force_reindex"',
  {
    request: { params: repoParams, query: schemas.indexQuery, body: jsonBody(schemas.indexRequest, false) },
    responses,
  },
);
const incremental = route('post', '/repos/{id}/index/incremental', 'Index what is new; a clone is fetched first', {
  request: { params: repoParams, query: schemas.indexQuery },
  responses,
});
const file = route(
  'post',
  '/repos/{id}/index/file',
  'Index what is new, and say how many chunks one file has or why it has none',
  {
    request: { params: repoParams, query: schemas.indexFileQuery },
    responses: answersOfJob(schemas.indexFileAnswer),
  },
);

export const addIndexing: AddRoutes = (app, { repositories, jobs }) => {
  if (jobs === null) return;

  const start = async (id: string, kind: Job['kind'], targetPath: string | null, wait: boolean, life: RequestLife) => {
    const job = await jobs.add({ repoId: placeKey(await repositories.get(id)), kind, targetPath });
    return wait ? endOf(jobs, job, life) : job;
  };

  app.openapi(whole, async (c) => {
    const { id } = c.req.valid('param');
    const kind = c.req.valid('json').force_reindex === true ? 'full' : 'incremental';
    const wait = c.req.valid('query').wait === 'true';
    const job = await start(id, kind, null, wait, c.get('life'));
    return c.json(answerOf(id, job, 'Indexing'), wait ? 200 : 202);
  });

  app.openapi(incremental, async (c) => {
    const { id } = c.req.valid('param');
    const wait = c.req.valid('query').wait === 'true';
    const job = await start(id, 'incremental', null, wait, c.get('life'));
    return c.json(answerOf(id, job, 'Incremental indexing'), wait ? 200 : 202);
  });

  app.openapi(file, async (c) => {
    const { id } = c.req.valid('param');
    const { file_path, wait: asked } = c.req.valid('query');
    checkPath(file_path);
    const wait = asked === 'true';
    const job = await start(id, 'file', file_path, wait, c.get('life'));
    const message = job.status === 'completed' ? 'File indexed successfully' : `Indexing of the file is ${job.status}`;
    const answer = { message, repo_id: id, job_id: job.id, file_path, status: job.status };
    return c.json({ ...answer, chunks_added: job.result?.fileChunks ?? null }, wait ? 200 : 202);
  });
};

function answerOf(repoId: string, { id, status, result }: Job, what: string) {
  return {
    message: status === 'completed' ? `${what} completed` : `${what} is ${status}`,
    repo_id: repoId,
    job_id: id,
    indexed_files: result?.files ?? null,
    computed_files: result?.computed ?? null,
    total_chunks: result?.chunks ?? null,
    status,
  };
}

/** @throws HttpError 422 for a job that failed, 503 where the server stops before its end */
async function endOf(jobs: JobQueue, job: Job, life: RequestLife): Promise<Job> {
  life.limit(null);
  const ended = await jobs.endOf(job, life.signal);
  if (ended?.status === 'completed') return ended;
  if (ended !== null)
    throw new HttpError(422, 'JOB_FAILED', ended.error ?? 'The job failed.', {
      hint: `GET /jobs/${job.id} says more.`,
    });
  life.signal.throwIfAborted();
  throw stopping();
}

function jobBody(job: Job, repoId: string): JobBody {
  const { id, kind, targetPath, status, createdAt, startedAt, completedAt, progress, error, attempts } = job;
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
