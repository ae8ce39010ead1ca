/** Schemas of files, of lines in them, of symbols and of the graph of references. */

import { z } from '@hono/zod-openapi';
import type { GrepAnswer } from '../../grep/grepRepository.ts';
import { each, type FieldsOf, lineRange, statusSchema } from '../../mcp/resultSchemas.ts';
import { component, fields, line, repoId, texts } from './openApi.ts';
import { freshnessBody } from './search.ts';

const revision = z.string().min(1).max(500);

export const filesQuery = fields({
  repo_id: repoId.optional(),
  path: texts.optional(),
  language: texts.optional(),
  limit: z.coerce.number().int().min(1).max(5000).optional(),
  offset: z.coerce.number().int().min(0).optional(),
});

export const fileList = component('FileList', {
  repo_id: z.string(),
  total: z.number().describe('Files that match, on all pages.'),
  languages: z.array(z.object({ language: z.string(), files: z.number() })).describe('Of those files.'),
  offset: z.number(),
  files: z.array(z.object({ path: z.string(), language: z.string(), status: statusSchema, chunks: z.number() })),
  freshness: freshnessBody,
});

export const fileContentQuery = fields({
  repo_id: repoId.optional(),
  file_path: z.string().min(1).max(4000),
  start_line: line.optional(),
  end_line: line.optional(),
  revision: revision.optional().describe('Read it as this commit, branch or tag has it.'),
});

export const fileContent = component('FileContent', {
  ...each(z.string(), 'repo_id', 'file_path', 'language'),
  status: statusSchema,
  commit: z.string().nullable().describe('Null for the working tree.'),
  ...each(z.number(), 'start_line', 'end_line', 'file_lines'),
  truncated: z.boolean(),
  text: z.string(),
});

export const fileChunksQuery = fields({
  repo_id: repoId.optional(),
  file_path: z.string().min(1).max(4000),
  revision: revision.optional(),
});

export const chunksOfFile = component('FileChunks', {
  ...each(z.string(), 'repo_id', 'file_path', 'language'),
  status: statusSchema,
  commit: z.string().nullable().describe('Null for the working tree.'),
  note: z.string().nullable().describe('Why the parser of the language was not used.'),
  chunks: z.array(
    z.object({
      chunk_id: z.string(),
      ...each(z.number(), 'start_line', 'end_line'),
      ...each(z.string(), 'kind', 'symbol'),
      scope: z.array(z.string()),
      ...each(z.string(), 'signature', 'node_type'),
      ...each(z.number(), 'part', 'parts'),
      ...each(z.string(), 'parent', 'content_hash', 'text'),
    }),
  ),
});

export const changesQuery = fields({
  repo_id: repoId.optional(),
  since: revision.describe('A commit, branch or tag.'),
  revision: revision.optional().describe('Compare with this commit; without it: with the working tree.'),
});

export const changedFiles = component('ChangedFiles', {
  repo_id: z.string(),
  since: z.string().describe('The commit.'),
  files: z.array(
    z.object({
      path: z.string(),
      change: z.enum(['added', 'modified']),
      status: statusSchema,
      language: z.string(),
      indexed: z.boolean(),
      reason: z.string().nullable().describe('Why it is not indexed.'),
    }),
  ),
  deleted: z.array(z.string()),
  freshness: freshnessBody,
});

export const symbolsQuery = fields({
  repo_id: repoId.optional(),
  name: z.string().min(1).max(500).optional(),
  file_path: z.string().min(1).max(4000).optional(),
}).refine(({ name, file_path }) => (name === undefined) !== (file_path === undefined), {
  error: 'Give either "name" (definitions) or "file_path" (the outline of a file).',
});

export const symbolList = component('SymbolList', {
  repo_id: z.string(),
  near: z.array(z.string()).describe('Names that were probably meant, where nothing is called "name".'),
  symbols: z.array(
    z.object({
      ...each(z.string(), 'name', 'kind'),
      scope: z.array(z.string()),
      ...each(z.string(), 'signature', 'path'),
      ...each(z.number(), 'start_line', 'end_line'),
      language: z.string(),
      status: statusSchema,
    }),
  ),
  freshness: freshnessBody,
});

export const mapQuery = fields({
  repo_id: repoId.optional(),
  limit: z.coerce.number().int().min(1).max(200).optional(),
});

export const repositoryMapBody = component('RepositoryMap', {
  repo_id: z.string(),
  total: z.number().describe('The indexed files.'),
  languages: z.array(z.object({ language: z.string(), files: z.number() })),
  folders: z
    .array(z.object({ path: z.string(), files: z.number() }))
    .describe('Of the first two levels, most files first.'),
  central: z
    .array(
      z.object({
        path: z.string(),
        mentions: z
          .number()
          .int()
          .describe('How often other files mention what it defines; a name that several files define counts in part.'),
        defines: z.array(
          z.object({ name: z.string(), kind: z.string(), start_line: z.number(), end_line: z.number() }),
        ),
      }),
    )
    .describe('The files that others refer to most, with what they define, most mentioned first.'),
  freshness: freshnessBody,
});

export const graphQuery = fields({
  repo_id: repoId.optional(),
  chunk_id: z.string().min(1).max(100).optional(),
  file_path: z.string().min(1).max(4000).optional(),
  line: line.optional(),
  limit: z.coerce.number().int().min(1).max(60).optional(),
}).refine(({ chunk_id, file_path }) => (chunk_id !== undefined) !== (file_path !== undefined), {
  error: 'Give either "chunk_id" or "file_path".',
});

/** Names as in the result of a search: a page opens both in the same way. */
const graphNode = z.object({
  ...each(z.string(), 'id', 'chunkId', 'path'),
  ...lineRange.shape,
  ...each(z.string(), 'symbol', 'kind'),
});

export const graph = component('Graph', {
  repo_id: z.string(),
  center: z.string().describe('The id of the node that was asked for.'),
  nodes: z.array(graphNode),
  edges: z.array(z.object({ from: z.string(), to: z.string(), reason: z.string() })),
  truncated: z.boolean(),
  freshness: freshnessBody,
});

export type FileList = z.infer<typeof fileList>;
export type FileContent = z.infer<typeof fileContent>;
export type SymbolList = z.infer<typeof symbolList>;
export type Graph = z.infer<typeof graph>;
export type RepositoryMapBody = z.infer<typeof repositoryMapBody>;

// Schemas of /grep, which answers with the JSON of `cora grep --json`.

const MOST_LINES = 5000;
const flag = z.enum(['true', 'false']).optional();

export const grepQuery = fields({
  pattern: z.string().min(1).max(10_000).describe('A regular expression; docs/search.md has its syntax.'),
  repo_id: repoId.optional(),
  path: texts.optional().describe('Only files whose path matches: globs such as "src/**".'),
  language: texts.optional(),
  k: z.coerce.number().int().min(1).max(MOST_LINES).optional().describe('How many lines (default 200).'),
  fixed: flag.describe('The pattern is plain text.'),
  word: flag.describe('Match whole words.'),
  ignore_case: flag,
  context: z.coerce.number().int().min(0).max(500).optional().describe('Lines around each hit.'),
  max_per_file: z.coerce.number().int().min(1).max(MOST_LINES).optional(),
});

const span = z.object({ start: z.number(), end: z.number() });

export const grepResult = component('GrepResult', {
  ...each(z.string(), 'repo_id', 'pattern'),
  hits: z.array(
    z.object({
      path: z.string(),
      ...each(z.number(), 'line', 'column'),
      preview: z.string().describe('The line, or the part of a long line around the match.'),
      matches: z.array(span).describe('In the preview, in UTF-16 code units.'),
      before: z.array(z.string()),
      after: z.array(z.string()),
    } satisfies FieldsOf<GrepAnswer['hits'][number]>),
  ),
  truncated: z.boolean(),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
  engine: z.enum(['ripgrep', 'built-in']),
  freshness: freshnessBody,
  notice: z.string().optional().describe('Why no file passes the filters.'),
} satisfies FieldsOf<GrepAnswer & { repo_id: string }>);

export type GrepBody = z.infer<typeof grepResult>;
