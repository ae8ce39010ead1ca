/**
 * Results and history as data: what an agent needs of them, under the names that
 * `cora query --json` uses.
 */

import * as z from 'zod';
import type { GitContext } from '../base/historyTypes.ts';
import type { SearchHit } from '../base/searchTypes.ts';
import { type QueryWords, reasonsOf } from '../search/queryWords.ts';
import { MOST_NAMED } from '../search/renderResult.ts';
import { relatedHit, searchHit } from './resultSchemas.ts';

const wanted = searchHit.pick({
  rank: true,
  score: true,
  repository: true,
  path: true,
  startLine: true,
  endLine: true,
  definition: true,
  language: true,
  kind: true,
  symbol: true,
  scope: true,
  chunkId: true,
  status: true,
  text: true,
  commentary: true,
});

export const hitSchema = wanted
  // A line that grep found in the place of an index has a place and a text alone.
  .partial({ score: true, language: true, kind: true, symbol: true, scope: true, status: true })
  .extend({
    repository: wanted.shape.repository.optional().describe('Only of an answer from several repositories.'),
    definition: wanted.shape.definition
      .optional()
      .describe('What symbol names, whole, where that is not what is shown.'),
    chunkId: wanted.shape.chunkId.optional().describe('For the tool related.'),
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

// The history that the text of an answer shows, as data, under the names that `cora query --json`
// uses.

const commitLine = z.object({
  repository: z.string().optional(),
  commit: z.string(),
  author: z.string(),
  authorDate: z.string(),
  subject: z.string(),
});

export const historySchema = z
  .object({
    asked: z
      .object({ about: z.string(), since: z.string().nullable(), until: z.string().nullable() })
      .describe('What was understood.'),
    matching: z.array(commitLine).describe('Commits that fit the question, best first.'),
    recent: z.array(commitLine).describe('The newest commits; only where none fits.'),
    authors: z
      .array(z.object({ author: z.string(), commits: z.number() }))
      .describe('For a "who": those of the commits.'),
    commit: z
      .object({ commit: z.string(), diff: z.string(), diffCut: z.number().describe('Lines that are left out.') })
      .nullable()
      .describe('What the first of them did.'),
  })
  .describe('Only of a question about the history: "what changed", "who", "when", "the latest commit".');

export function historyData(context: GitContext): z.infer<typeof historySchema> {
  return historySchema.parse({ ...context, recent: context.matching.length > 0 ? [] : context.recent });
}
