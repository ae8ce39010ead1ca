/**
 * Schemas of /search, /query, /query/stream and /commits. /search and /commits answer with the
 * JSON of `cora query --json`.
 */

import { z } from '@hono/zod-openapi';
import type { CommitFile, CommitHit, CommitSearchResult } from '../../base/historyTypes.ts';
import { explainChoice } from '../../base/nearest.ts';
import type { SearchResult } from '../../base/searchTypes.ts';
import * as shared from '../../mcp/resultSchemas.ts';
import { component, errorBody, fields, MOST_CHUNKS, repoId, texts } from './openApi.ts';

const MODES = ['hybrid', 'words', 'vectors'] as const;
const FORMATS = ['json', 'markdown', 'xml'] as const;

const searchFilters = {
  mode: z.enum(MODES, { error: explainChoice(MODES) }).optional(),
  path: texts.optional().describe('Only files whose path matches: globs such as "src/**".'),
  language: texts.optional(),
  kind: texts.optional().describe('function, method, class, interface, type, section, …'),
  extension: texts.optional().describe('Only files with this extension, such as "go".'),
  scope: z
    .string()
    .max(4000)
    .optional()
    .describe('Prefer files in and near this folder (relative to the top of the repository).'),
  format: z
    .enum(FORMATS, { error: explainChoice(FORMATS) })
    .optional()
    .describe('markdown or xml: the answer as one text, for a chat with a language model.'),
};

export const searchRequest = fields({
  query: z.string().min(1).max(200_000),
  repo_id: repoId.optional().describe('Without it and without "repos": the active repository.'),
  repos: texts.optional().describe('Search several repositories: parts of their names, or "*" for all.'),
  k: z.int().min(1).max(MOST_CHUNKS).optional().describe('How many results (default 10).'),
  n_results: z.int().min(1).max(MOST_CHUNKS).optional().describe('The same as "k".'),
  budget: z.int().min(100).max(100_000).optional().describe('The most tokens of the answer (estimated).'),
  related: z.int().min(0).max(20).optional(),
  lines: z.int().min(0).max(500).optional(),
  context: z.int().min(0).max(500).optional().describe('Lines before and after each chunk.'),
  diversity: z.number().min(0).max(1).optional().describe('How much to prefer results unlike the better ones.'),
  include: texts.optional().describe('Shown before all results: "file:README.md", "decl:src/cart.ts#Cart".'),
  explain: z.boolean().optional(),
  ...searchFilters,
}).openapi('SearchRequest');

/** Declares the same for a browser's address line and curl. */
export const searchQuery = fields({
  q: z.string().min(1).max(10_000),
  repo_id: repoId.optional(),
  repos: texts.optional(),
  k: z.coerce.number().int().min(1).max(MOST_CHUNKS).optional(),
  ...searchFilters,
});

/** Components of the OpenAPI document, made of schemas that the tools of agents have, too. */
export const freshnessBody = component('Freshness', shared.freshnessSchema.shape);
const hit = component('SearchHit', shared.searchHit.shape);
const relatedHit = component('RelatedHit', shared.relatedHit.shape);

export const searchResult = component('SearchResult', {
  query: z.string(),
  mode: z.enum(MODES),
  assumed: shared.assumed,
  missingPaths: shared.missingPaths,
  freshness: freshnessBody,
  truncated: z.boolean(),
  cutBy: z.enum(['limit', 'budget', 'relevance']).nullable(),
  asked: z.number().nullable(),
  filtered: z.boolean(),
  fewer: z.string().nullable().describe('Why there are fewer results than "k", or why no file passes the filters.'),
  ...shared.each(z.number(), 'tokens', 'tookMs'),
  results: z.array(hit),
  report: z
    .object({
      title: z.string(),
      frames: z.array(z.object({ path: z.string(), line: z.number(), name: z.string() })),
      paths: z.array(z.string()),
      names: z.array(z.string()),
    })
    .optional()
    .describe('How a pasted issue was read; only with "explain".'),
  gitContext: z.record(z.string(), z.unknown()).optional(),
  related: z.array(relatedHit),
  repositories: z
    .array(
      z.object({
        name: z.string(),
        results: z.number(),
        freshness: freshnessBody.nullable(),
        error: z.string().optional(),
      }),
    )
    .optional()
    .describe('Only in a search of several repositories.'),
  // A server has the whole index, with all vectors.
} satisfies shared.FieldsOf<Omit<SearchResult, 'missingVectors'>>);

/** The answers to `format`: what `cora query --format` prints. */
export const searchTexts = {
  'text/markdown': { schema: z.string() },
  'application/xml': { schema: z.string() },
} as const;

export type SearchRequestBody = z.infer<typeof searchRequest>;
export type SearchAnswer = z.infer<typeof searchResult>;

export const queryRequest = fields({
  query: z.string().min(1).max(200_000),
  repo_id: repoId.optional().describe('Without it: the active repository.'),
  n_results: z.int().min(1).max(MOST_CHUNKS).optional(),
  use_reranking: z.boolean().optional().describe('With the model of --rerank, if the server has one.'),
  language: texts.optional(),
  file_path: texts.optional().describe('A folder ("src/"), a file or a glob.'),
}).openapi('QueryRequest');

const source = z.object({
  number: z.number().describe('The number by which the answer may cite it: [1].'),
  ...shared.each(z.string(), 'file_path', 'chunk_type', 'name'),
  ...shared.each(z.number(), 'start_line', 'end_line'),
  definition: z
    .object({ start_line: z.number(), end_line: z.number() })
    .describe('The whole definition of "name"; it may reach beyond the lines shown.'),
  similarity: z.number().describe("0 to 1, relative to the best source's score."),
  ...shared.each(z.string(), 'code_preview', 'language', 'chunk_id'),
});

const citation = z.object({
  text: z.string(),
  at: z.number(),
  file_path: z.string(),
  ...shared.each(z.number(), 'start_line', 'end_line'),
  source: z.number().nullable().describe('Null: the model was not shown these lines.'),
});

const queryMetadata = z.object({
  ...shared.each(z.number(), 'retrieved_chunks', 'final_chunks'),
  fewer: z
    .string()
    .nullable()
    .describe('Why there are fewer sources than "n_results", or why no file passes the filters.'),
  reranking_applied: z.boolean(),
  collection: z.string().describe('The id of the repository that was searched.'),
  summary: z.object({ unique_files: z.number(), total_lines: z.number(), languages: z.array(z.string()) }),
  prompt_length: z.number().describe('Estimated tokens of the prompt.'),
  llm_provider: z.string().nullable(),
});

const gitContext = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('Only for a question about the history: the commits that the model is shown, as in /search.');

const sourcesEvent = component('SourcesEvent', {
  repo_id: z.string(),
  sources: z.array(source),
  metadata: queryMetadata,
  freshness: freshnessBody,
  git_context: gitContext,
});
const textEvent = component('TextEvent', { text: z.string() });
const endEvent = component('EndEvent', {
  answer: z.string().nullable(),
  citations: z.array(citation),
  note: z.string().nullable(),
  took_ms: z.number(),
});
const failedEvent = component('FailedEvent', { ...endEvent.shape, error: errorBody.shape.error });

/** The events that /query/stream sends, by the names of the components. */
export const EVENTS = {
  SourcesEvent: sourcesEvent,
  TextEvent: textEvent,
  EndEvent: endEvent,
  FailedEvent: failedEvent,
} as const;
export const eventStream = z.string();

export const queryAnswer = component('QueryAnswer', {
  answer: z.string().nullable().describe('Null if no language model is configured, or nothing was found to show it.'),
  ...sourcesEvent.shape,
  citations: endEvent.shape.citations,
  note: endEvent.shape.note,
});

export type QueryAnswer = z.infer<typeof queryAnswer>;
export type QueryRequestBody = z.infer<typeof queryRequest>;
export type SourceBody = z.infer<typeof source>;
export type SourcesEvent = z.infer<typeof sourcesEvent>;
export type EndEvent = z.infer<typeof endEvent>;

// Schemas of /commits, which answers with the JSON of `cora query --commits --json`.

const when = z.string().min(1).max(500);

export const commitsQuery = fields({
  q: z.string().max(10_000).optional().describe('Without it: the newest commits.'),
  repo_id: repoId.optional(),
  k: z.coerce.number().int().min(1).max(500).optional().describe('How many commits (default 10).'),
  path: texts.optional().describe('Only commits that touched a matching file (globs).'),
  author: z.string().min(1).max(500).optional().describe('Part of the name or of the address.'),
  since: when.optional().describe('A date, a span ("2 weeks") or a revision.'),
  until: when.optional(),
});

const commit = z.object({
  rank: z.number(),
  score: z.number().describe('0 if the request has no text.'),
  why: z.object({ words: z.number(), paths: z.number(), name: z.number() }),
  commit: z.string(),
  parents: z.array(z.string()),
  ...shared.each(z.string(), 'author', 'email', 'authorDate', 'commitDate', 'subject', 'body'),
  files: z.array(
    z.object({
      status: z.enum(['added', 'copied', 'deleted', 'modified', 'renamed', 'type-changed']),
      path: z.string(),
      oldPath: z.string().nullable(),
    } satisfies shared.FieldsOf<CommitFile>),
  ),
} satisfies shared.FieldsOf<CommitHit>);

const freshness = freshnessBody.omit({ shard: true }).extend({
  searched: z.number().describe('Commits of HEAD that were searched.'),
  readNow: z.number().describe('How many of them are not in the index and were read from Git.'),
  missing: z.number(),
  cutOff: z.enum(['setting', 'shallow']).nullable(),
});

export const commitsResult = component('CommitsResult', {
  ...shared.each(z.string(), 'repo_id', 'query'),
  note: z.string().optional().describe('Why no commit was found.'),
  touching: z.array(z.string()).optional().describe('Files and folders that q names by their base names.'),
  freshness: component('HistoryFreshness', freshness.shape),
  truncated: z.boolean(),
  tookMs: z.number(),
  commits: z.array(commit),
} satisfies shared.FieldsOf<CommitSearchResult & { repo_id: string }>);

export type CommitsResult = z.infer<typeof commitsResult>;
