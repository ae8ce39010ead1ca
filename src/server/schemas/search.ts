/** What /search is asked, and what it answers: the same JSON as `cora query --json`, of one repository and of several. */

import { z } from '@hono/zod-openapi';
import { explainChoice } from '../../base/explainChoice.ts';
import { fields, MOST_CHUNKS, repoId, status, texts } from './common.ts';

const MODES = ['hybrid', 'words', 'vectors'] as const;

const searchFilters = {
  mode: z.enum(MODES, { error: explainChoice(MODES) }).optional(),
  path: texts.optional().openapi({ description: 'Only files whose path matches: globs such as "src/**".' }),
  language: texts.optional(),
  kind: texts.optional().openapi({ description: 'function, method, class, interface, type, section, …' }),
};

export const searchRequest = fields({
  query: z.string().min(1).max(200_000),
  repo_id: repoId.optional().openapi({ description: 'Without it and "repos": the active repository.' }),
  repos: texts
    .optional()
    .openapi({ description: 'Parts of names of repositories that are searched together; "*": all.' }),
  k: z.int().min(1).max(MOST_CHUNKS).optional().openapi({ description: 'How many results (default 10).' }),
  n_results: z.int().min(1).max(MOST_CHUNKS).optional().openapi({ description: 'The same as "k".' }),
  budget: z.int().min(100).max(100_000).optional().openapi({ description: 'Estimated tokens of the answer at most.' }),
  related: z.int().min(0).max(20).optional(),
  lines: z.int().min(0).max(500).optional(),
  explain: z.boolean().optional(),
  ...searchFilters,
}).openapi('SearchRequest');

/** The same for a browser's address line and curl. */
export const searchQuery = fields({
  q: z.string().min(1).max(10_000),
  repo_id: repoId.optional(),
  repos: texts.optional(),
  k: z.coerce.number().int().min(1).max(MOST_CHUNKS).optional(),
  ...searchFilters,
});

const lineRange = z.object({ startLine: z.number(), endLine: z.number() });

export const freshness = z
  .object({
    indexedCommit: z.string().nullable(),
    headCommit: z.string().nullable(),
    commitsBehind: z.number().nullable(),
    dirtyFiles: z.number(),
    asCommitted: z.array(z.string()),
    missingFiles: z.array(z.object({ path: z.string(), reason: z.string() })),
    shard: z.object({ index: z.number(), count: z.number() }).optional(),
  })
  .openapi('Freshness');

const why = z.object({
  words: z.number(),
  vectors: z.number(),
  symbol: z.number(),
  path: z.number(),
  references: z.number(),
  include: z.boolean(),
  fused: z.number().optional(),
});

const hit = z
  .object({
    rank: z.number(),
    score: z.number(),
    repository: z.string(),
    commit: z.string().nullable(),
    path: z.string(),
    startLine: z.number(),
    endLine: z.number(),
    definition: lineRange,
    chunk: lineRange,
    language: z.string(),
    kind: z.string(),
    symbol: z.string(),
    scope: z.array(z.string()),
    signature: z.string(),
    chunkId: z.string(),
    status,
    why,
    identical: z
      .array(z.object({ repository: z.string().optional(), path: z.string(), nearly: z.boolean(), ...lineRange.shape }))
      .optional(),
    reason: z.string().optional(),
    explain: z.record(z.string(), z.object({ value: z.number(), weight: z.number(), score: z.number() })).optional(),
    tokens: z.number(),
    text: z.string(),
    elided: z.array(lineRange).optional(),
    fileLines: z.number().optional(),
    isPiece: z.literal(true).optional(),
    commentary: z.string().optional(),
  })
  .openapi('SearchHit');

const relatedHit = z
  .object({
    repository: z.string().optional(),
    path: z.string(),
    startLine: z.number(),
    endLine: z.number(),
    language: z.string(),
    kind: z.string(),
    symbol: z.string(),
    scope: z.array(z.string()),
    chunkId: z.string(),
    status,
    reason: z.string(),
    score: z.number(),
  })
  .openapi('RelatedHit');

export const searchResult = z
  .object({
    query: z.string(),
    mode: z.enum(MODES),
    assumed: z.array(z.object({ asked: z.string(), meant: z.array(z.string()) })),
    freshness,
    truncated: z.boolean(),
    cutBy: z.enum(['limit', 'budget', 'relevance']).nullable(),
    asked: z.number().nullable(),
    filtered: z.boolean(),
    fewer: z
      .string()
      .nullable()
      .openapi({ description: 'Why there are fewer results than "k", or why no file passes the filters.' }),
    tokens: z.number(),
    tookMs: z.number(),
    results: z.array(hit),
    gitContext: z.record(z.string(), z.unknown()).optional(),
    related: z.array(relatedHit),
    repositories: z
      .array(
        z.object({
          name: z.string(),
          results: z.number(),
          freshness: freshness.nullable(),
          error: z.string().optional(),
        }),
      )
      .optional()
      .openapi({ description: 'Only of a search in several repositories.' }),
  })
  .openapi('SearchResult');

export type SearchRequestBody = z.infer<typeof searchRequest>;
export type SearchAnswer = z.infer<typeof searchResult>;
