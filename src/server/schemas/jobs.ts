/** Index jobs as the HTTP API speaks of them: src/fleet/jobTypes.ts in the names of the API. */

import { z } from '@hono/zod-openapi';
import { fields, repoId } from './common.ts';
import { indexingStatus } from './repos.ts';
import { freshness } from './search.ts';

export const indexRequest = fields({
  force_reindex: z.boolean().optional().openapi({ description: 'Compute everything again.' }),
}).openapi('IndexRequest');

const wait = z
  .enum(['true', 'false'])
  .optional()
  .openapi({ description: 'true: the answer comes when the job has ended, with its numbers.' });
export const indexQuery = fields({ wait });
export const indexFileQuery = fields({ file_path: z.string().min(1).max(4000), wait });
export const jobParams = fields({ id: z.string().min(1).max(100) });
export const jobsQuery = fields({ repo_id: repoId.optional() });

export const job = z
  .object({
    id: z.string(),
    repo_id: z.string(),
    kind: z.enum(['full', 'incremental', 'file']),
    target_path: z.string().nullable(),
    status: indexingStatus,
    created_at: z.string(),
    started_at: z.string().nullable(),
    completed_at: z.string().nullable(),
    progress: z.object({ phase: z.string(), done: z.number(), total: z.number() }).nullable(),
    result: z
      .object({
        commit: z.string().nullable(),
        files: z.number(),
        chunks: z.number(),
        computed: z.number(),
        embedded: z.number(),
        reused: z.number(),
        file_chunks: z.number().nullable().openapi({ description: 'Of a job for one file: its chunks.' }),
      })
      .nullable(),
    error: z.string().nullable(),
    attempts: z.number(),
  })
  .openapi('Job');

export const jobEvents = z.string().openapi({ example: 'event: job\ndata: {"id":"…","status":"processing"}\n\n' });

export const jobList = z.object({ jobs: z.array(job) }).openapi('JobList');

/** A job is queued: its numbers come when it has ended. */
export const indexAnswer = z
  .object({
    message: z.string(),
    repo_id: z.string(),
    job_id: z.string(),
    indexed_files: z.number().nullable().openapi({
      description: 'Of a full run the files of the index, of an incremental one those that were computed.',
    }),
    total_chunks: z.number().nullable().openapi({ description: 'Of the index.' }),
    status: indexingStatus,
  })
  .openapi('IndexAnswer');

export const indexFileAnswer = z
  .object({
    message: z.string(),
    repo_id: z.string(),
    job_id: z.string(),
    file_path: z.string(),
    chunks_added: z.number().nullable().openapi({ description: 'The chunks of the file, as a query finds them.' }),
    status: indexingStatus,
  })
  .openapi('IndexFileAnswer');

export const indexStatus = z
  .object({
    repo_id: z.string(),
    repo_name: z.string(),
    repo_path: z.string(),
    total_files: z.number().nullable(),
    total_chunks: z.number().nullable(),
    last_indexed_at: z.string().nullable(),
    last_commit_hash: z.string().nullable(),
    indexing_status: indexingStatus,
    error: z.string().nullable(),
    freshness: freshness.nullable().openapi({ description: 'Null where nothing is indexed yet.' }),
    job: job.nullable().openapi({ description: 'The one that runs, else the newest.' }),
  })
  .openapi('IndexStatus');

export type JobBody = z.infer<typeof job>;
