/**
 * Results as zod schemas, written once: the JSON of `cora query --json`. The data of the tools
 * picks from them, and HTTP's bodies and its OpenAPI document are made of them (server/schemas/).
 * Their types must be those of base/searchTypes.ts.
 */

import * as z from 'zod';
import type { Freshness, RelatedHit, SearchHit } from '../base/searchTypes.ts';

export const statusSchema = z.enum(['committed', 'modified', 'untracked']);

export const lineRange = z.object({ startLine: z.number(), endLine: z.number() });

export const freshnessSchema = z.object({
  indexedCommit: z.string().nullable().describe('Null where no index was read.'),
  headCommit: z.string().nullable(),
  commitsBehind: z.number().nullable().describe('Commits between the index and HEAD; they were searched all the same.'),
  dirtyFiles: z.number().describe('Uncommitted files, searched as they are now.'),
  asCommitted: z.array(z.string()).describe('Changed files that were searched as they were committed.'),
  missingFiles: z
    .array(z.object({ path: z.string(), reason: z.string() }))
    .describe('Files that could not be searched.'),
  shard: z.object({ index: z.number(), count: z.number() }).optional(),
}) satisfies z.ZodType<Freshness>;

const why = z.object({
  words: z.number(),
  vectors: z.number(),
  symbol: z.number(),
  path: z.number(),
  references: z.number(),
  include: z.boolean(),
  fused: z.number().optional(),
});

export const searchHit = z.object({
  rank: z.number(),
  score: z.number(),
  repository: z.string(),
  commit: z.string().nullable(),
  path: z.string(),
  ...lineRange.shape,
  definition: lineRange.describe('What symbol names, whole; it may reach beyond what is shown.'),
  chunk: lineRange,
  language: z.string(),
  kind: z.string(),
  symbol: z.string(),
  scope: z.array(z.string()),
  signature: z.string(),
  chunkId: z.string(),
  status: statusSchema,
  why,
  identical: z
    .array(z.object({ repository: z.string().optional(), path: z.string(), nearly: z.boolean(), ...lineRange.shape }))
    .optional()
    .describe('Other places with the same lines, or nearly.'),
  reason: z.string().optional(),
  explain: z.record(z.string(), z.object({ value: z.number(), weight: z.number(), score: z.number() })).optional(),
  tokens: z.number(),
  text: z.string().describe('Verbatim lines of the file.'),
  elided: z.array(lineRange).optional(),
  fileLines: z.number().optional(),
  isPiece: z.literal(true).optional(),
  commentary: z.string().optional().describe('Prose that an AI wrote about it at indexing time; nobody checked it.'),
}) satisfies z.ZodType<Omit<SearchHit, 'kind'>>;

export const relatedHit = z.object({
  repository: z.string().optional(),
  path: z.string(),
  ...lineRange.shape,
  language: z.string(),
  kind: z.string(),
  symbol: z.string(),
  scope: z.array(z.string()),
  chunkId: z.string(),
  status: statusSchema,
  reason: z.string().describe('Why it is related: "calls Store.open", "test of Store", "similar".'),
  score: z.number(),
}) satisfies z.ZodType<Omit<RelatedHit, 'kind'>>;

export const assumed = z.array(z.object({ asked: z.string(), meant: z.array(z.string()) }));

// The parts that the data of several tools have in common.

/** With the beginning of its lists: freshnessData in answer.ts. */
export const freshnessResult = freshnessSchema.extend({
  unlisted: z.number().optional().describe('How many more files the two lists have.'),
});

export const next = z.string().describe('What to call next.');

/** Returns the output schema of tools that list things. */
export function listOutput<K extends string, T extends z.ZodObject>(key: K, item: T) {
  return z.object({
    repository: z.string(),
    freshness: freshnessResult,
    [key]: z.array(item),
    truncated: z.boolean().describe('More was found than fits into the budget.'),
    notice: z.string().optional(),
    next,
  });
}
