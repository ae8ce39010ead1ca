/**
 * Results as zod schemas, written once: the JSON of `cora query --json`. The data of the tools
 * picks from them, and HTTP's bodies and its OpenAPI document are made of them (server/schemas/).
 * Their types must be those of base/searchTypes.ts.
 */

import * as z from 'zod';
import type { GitContext } from '../base/historyTypes.ts';
import { defined } from '../base/lists.ts';
import type { Freshness, RelatedHit, SearchHit } from '../base/searchTypes.ts';
import { type QueryWords, reasonsOf } from '../search/queryWords.ts';
import { MOST_NAMED } from '../search/renderResult.ts';

/** Every field has a schema, those that may be missing too. */
export type FieldsOf<T> = Record<keyof T, z.ZodType>;

/** Declares several fields of one kind, which stand beside each other. */
export function each<T, K extends string>(schema: T, ...names: readonly K[]): Record<K, T> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<K, T>;
}

export const statusSchema = z.enum(['committed', 'modified', 'untracked']);

export const lineRange = z.object({ startLine: z.number(), endLine: z.number() });

export const freshnessSchema = z.object({
  indexedCommit: z.string().nullable().describe('Null where no index was read.'),
  headCommit: z.string().nullable(),
  commitsBehind: z.number().nullable().describe('Commits between the index and HEAD; they were searched all the same.'),
  dirtyFiles: z.number().describe('Uncommitted files, searched as they are now.'),
  deletedFiles: z.number().optional().describe('Files of HEAD that are deleted from the working tree.'),
  asCommitted: z.array(z.string()).describe('Changed files that were searched as they were committed.'),
  missingFiles: z
    .array(z.object({ path: z.string(), reason: z.string() }))
    .describe('Files that could not be searched.'),
  shard: z.object({ index: z.number(), count: z.number() }).optional(),
} satisfies FieldsOf<Freshness>) satisfies z.ZodType<Freshness>;

const why = z.object({
  ...each(z.number(), 'words', 'vectors', 'symbol', 'path', 'references'),
  include: z.boolean(),
  fused: z.number().optional(),
});

/** The fields of a result that programs and agents get. */
const told = z.object({
  ...each(z.number(), 'rank', 'score'),
  ...each(z.string(), 'repository', 'path'),
  ...lineRange.shape,
  definition: lineRange.describe('What symbol names, whole; it may reach beyond what is shown.'),
  ...each(z.string(), 'language', 'kind', 'symbol'),
  scope: z.array(z.string()),
  chunkId: z.string(),
  status: statusSchema,
  text: z.string().describe('Verbatim lines of the file.'),
  commentary: z.string().optional().describe('Prose that an AI wrote about it at indexing time; nobody checked it.'),
});

/** The fields that programs alone get: they cost agents tokens and say little. */
const untold = z.object({
  commit: z.string().nullable(),
  chunk: lineRange,
  signature: z.string(),
  why,
  identical: z
    .array(z.object({ repository: z.string().optional(), path: z.string(), nearly: z.boolean(), ...lineRange.shape }))
    .optional()
    .describe('Other places with the same lines, or nearly.'),
  reason: z.string().optional(),
  explain: z.record(z.string(), z.object({ value: z.number(), weight: z.number(), score: z.number() })).optional(),
  tokens: z.number(),
  elided: z.array(lineRange).optional(),
  fileLines: z.number().optional(),
  isPiece: z.literal(true).optional(),
});

export const searchHit = z.object({
  ...told.shape,
  ...untold.shape,
} satisfies FieldsOf<SearchHit>) satisfies z.ZodType<Omit<SearchHit, 'kind'>>;

export const relatedHit = z.object({
  repository: z.string().optional(),
  path: z.string(),
  ...lineRange.shape,
  ...each(z.string(), 'language', 'kind', 'symbol'),
  scope: z.array(z.string()),
  chunkId: z.string(),
  status: statusSchema,
  reason: z.string().describe('Why it is related: "calls Store.open", "test of Store", "similar".'),
  score: z.number(),
} satisfies FieldsOf<RelatedHit>) satisfies z.ZodType<Omit<RelatedHit, 'kind'>>;

export const assumed = z.array(z.object({ asked: z.string(), meant: z.array(z.string()) }));

export const missingPaths = z
  .array(z.object({ asked: z.string(), nearest: z.string().nullable() }))
  .optional()
  .describe('Paths of the question that no indexed file has, each with the nearest file.');

// Results and history as an agent gets them, under the names that `cora query --json` uses.

const toldToAgents = told.omit({ repository: true, definition: true });
export const relatedSchema = relatedHit.omit({ language: true, scope: true, score: true });

/** @param namesRepository the answer is from several repositories */
export function hitData(hit: SearchHit, words: QueryWords, namesRepository: boolean) {
  const { repository, definition, identical = [] } = hit;
  const isShown = definition.startLine === hit.startLine && definition.endLine === hit.endLine;
  const named = identical
    .slice(0, MOST_NAMED)
    .map(({ nearly, ...place }) => ({ ...place, ...(nearly ? { nearly } : {}) }));
  return {
    ...toldToAgents.parse(hit),
    score: Math.round(hit.score * 1000) / 1000,
    reasons: reasonsOf(hit, words),
    ...(namesRepository ? { repository } : {}),
    ...(isShown ? {} : { definition }),
    ...(named.length === 0 ? {} : { identical: named }),
    ...(identical.length > named.length ? { moreIdentical: identical.length - named.length } : {}),
  };
}

/** Makes the data of the history. The newest commits are left out where some fit. */
export function historyData({ asked, matching, recent, commit, authors, otherAuthors, note }: GitContext) {
  const { touching, ...understood } = asked;
  return defined({
    asked: defined({ ...understood, touching: touching?.slice(0, MOST_NAMED) }),
    matching,
    recent: matching.length > 0 ? [] : recent,
    authors,
    otherAuthors,
    commit: commit === null ? null : { commit: commit.commit, diff: commit.diff, diffCut: commit.diffCut },
    note,
  });
}
