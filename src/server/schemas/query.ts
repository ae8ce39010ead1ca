/** What /query and /query/stream are asked, and what they answer. */

import { z } from '@hono/zod-openapi';
import { errorBody, fields, MOST_CHUNKS, repoId, texts } from './common.ts';
import { freshness } from './search.ts';

export const queryRequest = fields({
  query: z.string().min(1).max(200_000),
  repo_id: repoId.optional().openapi({ description: 'Without it: the active repository.' }),
  n_results: z.int().min(1).max(MOST_CHUNKS).optional(),
  use_reranking: z.boolean().optional().openapi({ description: 'With the model of --rerank, if the server has one.' }),
  language: texts.optional(),
  file_path: texts.optional().openapi({ description: 'A folder ("src/"), a file or a glob.' }),
}).openapi('QueryRequest');

const source = z.object({
  number: z.number().openapi({ description: 'How the answer may name it: [1].' }),
  file_path: z.string(),
  chunk_type: z.string(),
  name: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  definition: z
    .object({ start_line: z.number(), end_line: z.number() })
    .openapi({ description: 'What "name" names, whole; it may reach beyond what is shown.' }),
  similarity: z.number().openapi({ description: "0 to 1, relative to the best source's score." }),
  code_preview: z.string(),
  language: z.string(),
  chunk_id: z.string(),
});

const citation = z.object({
  text: z.string(),
  at: z.number(),
  file_path: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  source: z.number().nullable().openapi({ description: 'Null: the model was not shown these lines.' }),
});

const queryMetadata = z.object({
  retrieved_chunks: z.number(),
  final_chunks: z.number(),
  fewer: z
    .string()
    .nullable()
    .openapi({ description: 'Why there are fewer sources than "n_results", or why no file passes the filters.' }),
  reranking_applied: z.boolean(),
  collection: z.string().openapi({ description: 'The id of the repository that was searched.' }),
  summary: z.object({ unique_files: z.number(), total_lines: z.number(), languages: z.array(z.string()) }),
  prompt_length: z.number().openapi({ description: 'Estimated tokens of the prompt.' }),
  llm_provider: z.string().nullable(),
});

const sourcesEvent = z
  .object({ repo_id: z.string(), sources: z.array(source), metadata: queryMetadata, freshness })
  .openapi('SourcesEvent');
const textEvent = z.object({ text: z.string() }).openapi('TextEvent');
const endEvent = z
  .object({
    answer: z.string().nullable(),
    citations: z.array(citation),
    note: z.string().nullable(),
    took_ms: z.number(),
  })
  .openapi('EndEvent');
const failedEvent = z.object({ ...endEvent.shape, error: errorBody.shape.error }).openapi('FailedEvent');

/** What /query/stream sends, by the names of the components. */
export const EVENTS = {
  SourcesEvent: sourcesEvent,
  TextEvent: textEvent,
  EndEvent: endEvent,
  FailedEvent: failedEvent,
} as const;
export const eventStream = z.string();

export const queryAnswer = z
  .object({
    answer: z.string().nullable().openapi({ description: 'Null where no language model is configured.' }),
    sources: z.array(source),
    repo_id: z.string(),
    metadata: queryMetadata,
    freshness,
    citations: z.array(citation),
    note: z.string().nullable(),
  })
  .openapi('QueryAnswer');

export type QueryAnswer = z.infer<typeof queryAnswer>;
export type QueryRequestBody = z.infer<typeof queryRequest>;
export type Source = z.infer<typeof source>;
export type SourcesEvent = z.infer<typeof sourcesEvent>;
export type EndEvent = z.infer<typeof endEvent>;
