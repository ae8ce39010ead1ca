/** Repositories as the API shows them. */

import { z } from '@hono/zod-openapi';
import { fields } from './common.ts';

/** ISO 8601. */
const time = z.string().nullable();

export const indexingStatus = z.enum(['pending', 'processing', 'completed', 'failed']);

export const repository = z
  .object({
    id: z.string(),
    name: z.string(),
    path: z.string().openapi({ description: 'Where it lies on the machine of the server.' }),
    url: z.string().openapi({ description: 'As it was added: an address or a directory.' }),
    kind: z.enum(['clone', 'place']).openapi({ description: 'clone: kept by Cora; place: a directory of the user.' }),
    branch: z.string().nullable(),
    fixed: z.boolean().openapi({ description: 'Named on the command line of the server; cannot be removed.' }),
    is_active: z.boolean(),
    created_at: time,
    last_indexed_at: time,
    last_commit: z.string().nullable().openapi({ description: 'Of the index.' }),
    indexing_status: indexingStatus,
    total_files: z.number().nullable(),
    total_chunks: z.number().nullable(),
    error: z.string().nullable(),
  })
  .openapi('Repository');

export const repositories = z.array(repository);

export const addRepoRequest = fields({
  path: z.string().min(1).max(4000).optional().openapi({ description: 'A directory on the machine of the server.' }),
  url: z.string().min(1).max(4000).optional().openapi({ description: 'An address to clone: https, ssh or file.' }),
  name: z.string().min(1).max(200).optional(),
  branch: z.string().min(1).max(250).optional(),
})
  .refine(({ path, url }) => (path === undefined) !== (url === undefined), { error: 'Give either "path" or "url".' })
  .openapi('AddRepository');

export const removedRepo = z
  .object({ message: z.string(), repo_id: z.string(), deleted: z.string().nullable() })
  .openapi('RemovedRepository');

export const repoStats = z
  .object({
    total_commits: z.number().openapi({ description: 'Of HEAD; of a shallow clone those that are there.' }),
    total_branches: z.number(),
    total_tags: z.number(),
    is_shallow: z.boolean(),
    latest_commit: z.object({ hash: z.string(), message: z.string(), author: z.string(), date: z.string() }).nullable(),
  })
  .openapi('RepositoryStats');

export type Repository = z.infer<typeof repository>;
