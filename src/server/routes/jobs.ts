/**
 * Index jobs: queued under /repos/{id}/index, looked at, followed as events, cancelled. With
 * `?wait=true` the answer comes when the job has ended. servedJobs.ts does them.
 */

import type { z } from '@hono/zod-openapi';
import { isCoraError } from '../../base/errors.ts';
import { snakeKeys } from '../../base/lists.ts';
import type { Job, JobQueue } from '../../fleet/jobQueue.ts';
import { checkPath } from '../../git/safePath.ts';
import type { ServedRepository } from '../../mcp/places.ts';
import { type AddRoutes, type ApiApp, type ApiServices, inRepository } from '../apiServices.ts';
import { HttpError } from '../errors.ts';
import { type ServerEvent, stopping, streamEvents } from '../liveRequests.ts';
import {
  answers,
  answersAsEvents,
  jsonBody,
  jsonRoutesOf,
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

const repoEvents = route('get', '/repos/{id}/index/events', 'The jobs of a repository as they go on', {
  request: { params: repoParams },
  responses: events,
});
const allEvents = route('get', '/jobs/events', 'All jobs as they go on', {
  responses: events,
});

export const addJobs: AddRoutes = (app, services) => {
  const { repositories, jobs } = services;
  if (jobs === null) return;
  addIndexing(app, repositories, jobs);
  const add = jsonRoutesOf(app, 'jobs');
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

  add(
    'get',
    '/repos/{id}/index/status',
    'How far and how fresh the index of a repository is',
    { params: repoParams, answer: schemas.indexStatus, says: 'As it is now.' },
    async ({ id }, signal) => statusBody(services, jobs, await repositories.get(id), signal),
  );

  app.openapi(repoEvents, async (c) => streamEvents(c, eventsOf(await keyOf(c.req.valid('param').id), c.get('life'))));

  // This comes before the route of one job, whose id this could be.
  app.openapi(allEvents, (c) => streamEvents(c, eventsOf(undefined, c.get('life'))));

  add(
    'get',
    '/jobs',
    'Index jobs, newest first',
    {
      query: schemas.jobsQuery,
      answer: schemas.jobList,
      says: 'Those that wait or run, and the last 200 that have ended.',
    },
    async ({ repo_id }) => {
      const found = jobs.list(repo_id === undefined ? undefined : await keyOf(repo_id));
      return { jobs: bodiesOf(found) };
    },
  );

  add(
    'get',
    '/jobs/{id}',
    'One job',
    { params: schemas.jobParams, answer: schemas.job, says: 'As it is now.' },
    ({ id }) => bodyOf(jobs.get(id)),
  );

  add(
    'delete',
    '/jobs/{id}',
    'Cancel a job; what it indexed so far is kept',
    { params: schemas.jobParams, answer: schemas.job, says: 'Failed, if it was not done before.' },
    async ({ id }) => bodyOf(await jobs.cancel(bodyOf(jobs.get(id)).id)),
  );
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
  ...answers(schema, 'A job is queued, or an equal one that waits already was found.', 202),
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

function addIndexing(app: ApiApp, repositories: ApiServices['repositories'], jobs: JobQueue): void {
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
}

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

function jobBody(job: Job, repo_id: string): JobBody {
  return { ...snakeKeys(job), repo_id, result: job.result === null ? null : snakeKeys(job.result) };
}
