/** Index jobs: asked for, looked at, followed as events, cancelled. What does them is runIndexJob.ts. */

import { createRoute } from '@hono/zod-openapi';
import { isCoraError } from '../../base/errors.ts';
import type { Job, JobQueue } from '../../fleet/jobTypes.ts';
import { answers, answersAsEvents } from '../answers.ts';
import type { RequestLife } from '../apiEnv.ts';
import type { AddRoutes, ApiServices } from '../apiTypes.ts';
import { HttpError } from '../errors.ts';
import { jobBody } from '../jobBody.ts';
import { currentJob, repositoryBody } from '../repositoryBody.ts';
import { repoParams } from '../schemas/common.ts';
import * as schemas from '../schemas/jobs.ts';
import type { ServedRepository } from '../servedRepositories.ts';
import { type ServerEvent, streamEvents } from '../streamEvents.ts';

const tags = ['jobs'];
const events = answersAsEvents(
  schemas.jobEvents,
  'Server-sent events named "job", each with a Job as JSON: those that are there, then each change.',
);

const status = createRoute({
  method: 'get',
  path: '/repos/{id}/index/status',
  tags,
  summary: 'How far and how fresh the index of a repository is',
  request: { params: repoParams },
  responses: answers(schemas.indexStatus, 'As it is now.'),
});
const repoEvents = createRoute({
  method: 'get',
  path: '/repos/{id}/index/events',
  tags,
  summary: 'The jobs of a repository as they go on',
  request: { params: repoParams },
  responses: events,
});
const allEvents = createRoute({
  method: 'get',
  path: '/jobs/events',
  tags,
  summary: 'All jobs as they go on',
  responses: events,
});
const list = createRoute({
  method: 'get',
  path: '/jobs',
  tags,
  summary: 'Index jobs, newest first',
  request: { query: schemas.jobsQuery },
  responses: answers(schemas.jobList, 'Those that wait or run, and the last 200 that have ended.'),
});
const show = createRoute({
  method: 'get',
  path: '/jobs/{id}',
  tags,
  summary: 'One job',
  request: { params: schemas.jobParams },
  responses: answers(schemas.job, 'As it is now.'),
});
const cancel = createRoute({
  method: 'delete',
  path: '/jobs/{id}',
  tags,
  summary: 'Cancel a job; what it indexed so far is kept',
  request: { params: schemas.jobParams },
  responses: answers(schemas.job, 'Failed, if it was not done before.'),
});

export const addJobs: AddRoutes = (app, services) => {
  const { repositories, jobs } = services;
  if (jobs === null) return;

  app.openapi(status, async (c) => {
    const { signal } = c.get('life');
    return c.json(await statusBody(services, jobs, await repositories.get(c.req.valid('param').id), signal), 200);
  });

  app.openapi(repoEvents, async (c) => {
    const { id } = await repositories.get(c.req.valid('param').id);
    return streamEvents(c, jobEvents(jobs, id, c.get('life')));
  });

  // Before the route of one job, whose id this could be.
  app.openapi(allEvents, (c) => streamEvents(c, jobEvents(jobs, null, c.get('life'))));

  app.openapi(list, async (c) => {
    const { repo_id } = c.req.valid('query');
    const found = await jobs.list(repo_id === undefined ? undefined : (await repositories.get(repo_id)).id);
    return c.json({ jobs: found.map(jobBody) }, 200);
  });

  app.openapi(show, async (c) => c.json(jobBody(mustBe(await jobs.get(c.req.valid('param').id))), 200));

  app.openapi(cancel, async (c) => c.json(jobBody(mustBe(await jobs.cancel(c.req.valid('param').id))), 200));
};

function mustBe(job: Job | null): Job {
  if (job !== null) return job;
  throw new HttpError(404, 'NO_JOB', 'There is no job with this id.', { hint: 'GET /jobs lists them.' });
}

/** Ends when the client has gone, and with the queue when the server stops. */
async function* jobEvents(jobs: JobQueue, repoId: string | null, life: RequestLife): AsyncGenerator<ServerEvent> {
  life.limit(null);
  for await (const job of jobs.watch(repoId, life.signal)) yield { event: 'job', data: jobBody(job) };
}

async function statusBody(services: ApiServices, jobs: JobQueue, repository: ServedRepository, signal: AbortSignal) {
  const [body, all, freshness] = await Promise.all([
    repositoryBody(services, repository),
    jobs.list(repository.id),
    freshnessOf(services, repository, signal),
  ]);
  const job = currentJob(all);
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
    job: job === undefined ? null : jobBody(job),
  };
}

/** @returns null where nothing can be searched yet */
async function freshnessOf(
  { repositories, sessions, slots }: ApiServices,
  repository: ServedRepository,
  signal: AbortSignal,
) {
  try {
    return await slots.use(signal, () =>
      sessions.search(repositories.placeOf(repository), signal, async (searcher) => {
        const { view } = await searcher.parts();
        return view.freshness;
      }),
    );
  } catch (error) {
    if (isCoraError(error) && error.code !== 'ABORTED') return null;
    throw error;
  }
}
