/**
 * Schemas of the state of the server: its repositories, their index jobs (fleet/jobQueue.ts in the
 * names of the API), its health.
 */

import { z } from '@hono/zod-openapi';
import { each } from '../../mcp/resultSchemas.ts';
import { component, fields, repoId } from './openApi.ts';
import { freshnessBody } from './search.ts';

/** ISO 8601. */
const time = z.string().nullable();

const indexingStatus = z.enum(['pending', 'processing', 'completed', 'failed']);

export const repositoryBody = component('Repository', {
  ...each(z.string(), 'id', 'name'),
  path: z.string().describe('Its path on the server.'),
  url: z.string().describe('As it was added: an address or a directory.'),
  kind: z.enum(['clone', 'place']).describe('clone: kept by Cora; place: a directory of the user.'),
  branch: z.string().nullable(),
  fixed: z.boolean().describe('Named on the command line of the server; cannot be removed.'),
  is_active: z.boolean(),
  created_at: time,
  last_indexed_at: time,
  last_commit: z.string().nullable().describe('Of the index.'),
  indexing_status: indexingStatus,
  ...each(z.number().nullable(), 'total_files', 'total_chunks'),
  error: z.string().nullable(),
  build_command: z
    .string()
    .nullable()
    .describe('Null where this server builds the index; else what a person runs for it in "path".'),
});

export const repositoriesBody = z.array(repositoryBody);

export const addRepoRequest = fields({
  path: z.string().min(1).max(4000).optional().describe('A directory on the server.'),
  url: z.string().min(1).max(4000).optional().describe('An address to clone: https, ssh or file.'),
  name: z.string().min(1).max(200).optional(),
  branch: z.string().min(1).max(250).optional(),
})
  .refine(({ path, url }) => (path === undefined) !== (url === undefined), { error: 'Give either "path" or "url".' })
  .openapi('AddRepository');

export const removedRepo = component('RemovedRepository', {
  ...each(z.string(), 'message', 'repo_id'),
  deleted: z.string().nullable(),
});

export const repoStats = component('RepositoryStats', {
  total_commits: z.number().describe('Commits of HEAD; in a shallow clone, those it has.'),
  ...each(z.number(), 'total_branches', 'total_tags'),
  is_shallow: z.boolean(),
  latest_commit: z.object({ hash: z.string(), message: z.string(), author: z.string(), date: z.string() }).nullable(),
});

export type RepositoryBody = z.infer<typeof repositoryBody>;

export const indexRequest = fields({
  force_reindex: z.boolean().optional().describe('Compute everything again.'),
}).openapi('IndexRequest');

const wait = z
  .enum(['true', 'false'])
  .optional()
  .describe('true: wait until the job has ended and answer with its numbers.');
export const indexQuery = fields({ wait });
export const indexFileQuery = fields({ file_path: z.string().min(1).max(4000), wait });
export const jobParams = fields({ id: z.string().min(1).max(100) });
export const jobsQuery = fields({ repo_id: repoId.optional() });

export const job = component('Job', {
  ...each(z.string(), 'id', 'repo_id'),
  kind: z.enum(['full', 'incremental', 'file']),
  target_path: z.string().nullable(),
  status: indexingStatus,
  created_at: z.string(),
  ...each(z.string().nullable(), 'started_at', 'completed_at'),
  progress: z.object({ phase: z.string(), done: z.number(), total: z.number() }).nullable(),
  result: z
    .object({
      commit: z.string().nullable(),
      ...each(z.number(), 'files', 'chunks', 'computed', 'embedded', 'reused'),
      file_chunks: z.number().nullable().describe('In a job for one file: its chunks.'),
      failed: z
        .array(z.object({ path: z.string(), error: z.string() }))
        .optional()
        .describe('The first files that could not be indexed; only where there are any.'),
    })
    .nullable(),
  error: z.string().nullable(),
  attempts: z.number(),
});

export const jobEvents = z.string().openapi({ example: 'event: job\ndata: {"id":"…","status":"processing"}\n\n' });

export const jobList = component('JobList', { jobs: z.array(job) });

/** A job is queued: its numbers come when it has ended. */
export const indexAnswer = component('IndexAnswer', {
  ...each(z.string(), 'message', 'repo_id', 'job_id'),
  indexed_files: z.number().nullable().describe('The files in the index after this run.'),
  computed_files: z.number().nullable().describe('The files that this run read and cut into chunks.'),
  total_chunks: z.number().nullable().describe('Of the index.'),
  status: indexingStatus,
});

export const indexFileAnswer = component('IndexFileAnswer', {
  ...each(z.string(), 'message', 'repo_id', 'job_id', 'file_path'),
  chunks_added: z.number().nullable().describe('The chunks of the file, as a query finds them.'),
  status: indexingStatus,
});

export const indexStatus = component('IndexStatus', {
  ...each(z.string(), 'repo_id', 'repo_name', 'repo_path'),
  ...each(z.number().nullable(), 'total_files', 'total_chunks'),
  ...each(z.string().nullable(), 'last_indexed_at', 'last_commit_hash'),
  indexing_status: indexingStatus,
  error: z.string().nullable(),
  freshness: freshnessBody.nullable().describe('Null where nothing is indexed yet.'),
  job: job.nullable().describe('The running job, or else the newest.'),
});

export type JobBody = z.infer<typeof job>;

export const health = component('Health', {
  status: z.literal('healthy'),
  version: z.string(),
  uptime_seconds: z.number(),
  requests: z.object({ running: z.number(), waiting: z.number() }),
});

export const codexStatusBody = component('CodexStatus', {
  ...each(z.boolean(), 'installed', 'authenticated'),
  ...each(z.string().nullable(), 'version', 'error'),
});
