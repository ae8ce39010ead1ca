/**
 * Results as zod schemas, written once: the JSON of `cora query --json`. The data of the tools
 * picks from them, and HTTP's bodies and its OpenAPI document are made of them (server/schemas/).
 * Their types must be those of base/searchTypes.ts.
 */

import * as z from 'zod';
import type { GitContext } from '../base/historyTypes.ts';
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

/** Freshness with only the beginning of its lists, as freshnessData in answer.ts makes it. */
export const freshnessResult = freshnessSchema.extend({
  unlisted: z.number().optional().describe('How many more files the two lists have.'),
});

export const next = z.string().describe('What to call next.');

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

// Results and history as an agent gets them, under the names that `cora query --json` uses.

export const hitSchema = told
  // A line that grep found in the place of an index has a place and a text alone.
  .partial({ score: true, language: true, kind: true, symbol: true, scope: true, status: true })
  .extend({
    repository: told.shape.repository.optional().describe('Only of an answer from several repositories.'),
    definition: told.shape.definition.optional().describe('What symbol names, whole, where that is not what is shown.'),
    chunkId: told.shape.chunkId.optional().describe('For the tool related.'),
    reasons: z
      .string()
      .optional()
      .describe('Words of the query that it has, and what else speaks for it: "open, table; symbol".'),
    identical: z
      .array(searchHit.shape.identical.unwrap().element.partial({ nearly: true }))
      .optional()
      .describe('Other places with the same lines: the first of them.'),
    moreIdentical: z.number().optional().describe('How many more copies there are.'),
  });

export const relatedSchema = relatedHit.omit({ language: true, scope: true, score: true });

/** @param namesRepository the answer is from several repositories */
export function hitData(hit: SearchHit, words: QueryWords, namesRepository: boolean): z.infer<typeof hitSchema> {
  const { repository, definition, identical = [], ...others } = hit;
  const isShown = definition.startLine === hit.startLine && definition.endLine === hit.endLine;
  const named = identical
    .slice(0, MOST_NAMED)
    .map(({ nearly, ...place }) => ({ ...place, ...(nearly ? { nearly } : {}) }));
  return hitSchema.parse({
    ...others,
    score: Math.round(hit.score * 1000) / 1000,
    reasons: reasonsOf(hit, words),
    ...(namesRepository ? { repository } : {}),
    ...(isShown ? {} : { definition }),
    ...(named.length === 0 ? {} : { identical: named }),
    ...(identical.length > named.length ? { moreIdentical: identical.length - named.length } : {}),
  });
}

const commitLine = z.object({
  repository: z.string().optional(),
  ...each(z.string(), 'commit', 'author', 'authorDate', 'subject'),
});

export const historySchema = z
  .object({
    asked: z
      .object({
        about: z.string(),
        ...each(z.string().nullable(), 'since', 'until'),
        author: z.string().optional().describe('Whose commits alone were looked for.'),
        touching: z.array(z.string()).optional().describe('Files and folders that the question names.'),
      })
      .describe('What was understood.'),
    matching: z.array(commitLine).describe('Commits that fit the question, best first.'),
    recent: z.array(commitLine).describe('The newest commits; only where none fits.'),
    authors: z
      .array(z.object({ author: z.string(), commits: z.number() }))
      .describe('For a "who": those of the commits.'),
    otherAuthors: z.number().optional().describe('How many more they have.'),
    commit: z
      .object({ commit: z.string(), diff: z.string(), diffCut: z.number().describe('Lines that are left out.') })
      .nullable()
      .describe('What the first of them did.'),
    note: z.string().optional().describe('Why no commit was looked for.'),
  })
  .describe('Only of a question about the history: "what changed", "who", "when", "the latest commit".');

/** Makes the data of the history. The newest commits are left out where some fit. */
export function historyData(context: GitContext): z.infer<typeof historySchema> {
  const { asked, matching, recent } = context;
  const touching = asked.touching?.slice(0, MOST_NAMED);
  return historySchema.parse({
    ...context,
    asked: { ...asked, touching },
    recent: matching.length > 0 ? [] : recent,
  });
}
