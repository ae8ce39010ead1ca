/** Schemas of /commits, which answers with the JSON of `cora query --commits --json`. */

import { z } from '@hono/zod-openapi';
import { fields, repoId, texts } from './openApi.ts';
import { freshnessBody } from './search.ts';

const when = z.string().min(1).max(500);

export const commitsQuery = fields({
  q: z.string().max(10_000).optional().openapi({ description: 'Without it: the newest commits.' }),
  repo_id: repoId.optional(),
  k: z.coerce.number().int().min(1).max(500).optional().openapi({ description: 'How many commits (default 10).' }),
  path: texts.optional().openapi({ description: 'Only commits that touched a matching file (globs).' }),
  author: z.string().min(1).max(500).optional().openapi({ description: 'Part of the name or of the address.' }),
  since: when.optional().openapi({ description: 'A date, a span ("2 weeks") or a revision.' }),
  until: when.optional(),
});

const commit = z.object({
  rank: z.number(),
  score: z.number().openapi({ description: '0 if the request has no text.' }),
  why: z.object({ words: z.number(), paths: z.number(), name: z.number() }),
  commit: z.string(),
  parents: z.array(z.string()),
  author: z.string(),
  email: z.string(),
  authorDate: z.string(),
  commitDate: z.string(),
  subject: z.string(),
  body: z.string(),
  files: z.array(
    z.object({
      status: z.enum(['added', 'copied', 'deleted', 'modified', 'renamed', 'type-changed']),
      path: z.string(),
      oldPath: z.string().nullable(),
    }),
  ),
});

const freshness = freshnessBody.omit({ shard: true }).extend({
  searched: z.number().openapi({ description: 'Commits of HEAD that were searched.' }),
  readNow: z.number().openapi({ description: 'How many of them are not in the index and were read from Git.' }),
  missing: z.number(),
  cutOff: z.enum(['setting', 'shallow']).nullable(),
});

export const commitsResult = z
  .object({
    repo_id: z.string(),
    query: z.string(),
    freshness: z.object(freshness.shape).openapi('HistoryFreshness'),
    truncated: z.boolean(),
    tookMs: z.number(),
    commits: z.array(commit),
  })
  .openapi('CommitsResult');

export type CommitsResult = z.infer<typeof commitsResult>;
