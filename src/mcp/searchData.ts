/** Results and history as data: what a program needs of them, under the names that `cora query --json` uses. */

import * as z from 'zod';
import type { CommitLine, GitContext } from '../base/historyTypes.ts';
import type { RelatedHit, SearchHit } from '../base/searchTypes.ts';
import { type QueryWords, reasonsOf } from '../search/queryWords.ts';
import { MOST_NAMED } from '../search/renderResult.ts';
import { status } from './schemas.ts';

export const hitSchema = z.object({
  rank: z.number(),
  score: z.number().optional(),
  repository: z.string().optional().describe('Only of an answer from several repositories.'),
  path: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  definition: z
    .object({ startLine: z.number(), endLine: z.number() })
    .optional()
    .describe('What symbol names, whole, where that is not what is shown.'),
  language: z.string().optional(),
  kind: z.string().optional(),
  symbol: z.string().optional(),
  scope: z.array(z.string()).optional(),
  chunkId: z.string().optional().describe('For the tool related.'),
  status: status.optional(),
  reasons: z
    .string()
    .optional()
    .describe('Words of the query that it has, and what else speaks for it: "open, table; symbol".'),
  identical: z
    .array(
      z.object({
        repository: z.string().optional(),
        path: z.string(),
        startLine: z.number(),
        endLine: z.number(),
        nearly: z.boolean().optional(),
      }),
    )
    .optional()
    .describe('Other places with the same lines: the first of them.'),
  moreIdentical: z.number().optional().describe('How many more there are.'),
  text: z.string().describe('Verbatim lines of the file.'),
  commentary: z.string().optional().describe('Prose that an AI wrote about it at indexing time; nobody checked it.'),
});

export const relatedSchema = z.object({
  repository: z.string().optional(),
  path: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  kind: z.string(),
  symbol: z.string(),
  status,
  chunkId: z.string(),
  reason: z.string().describe('Why it is related: "calls Store.open", "test of Store", "similar".'),
});

/** @param namesRepository the answer is from several repositories */
export function hitData(hit: SearchHit, words: QueryWords, namesRepository: boolean): z.infer<typeof hitSchema> {
  const {
    rank,
    score,
    path,
    startLine,
    endLine,
    definition,
    language,
    kind,
    symbol,
    scope,
    chunkId,
    status: changed,
    text,
  } = hit;
  const rounded = Math.round(score * 1000) / 1000;
  return {
    rank,
    score: rounded,
    ...(namesRepository ? { repository: hit.repository } : {}),
    path,
    startLine,
    endLine,
    ...(definition.startLine === startLine && definition.endLine === endLine ? {} : { definition }),
    language,
    kind,
    symbol,
    scope,
    chunkId,
    status: changed,
    reasons: reasonsOf(hit, words),
    ...identicalData(hit),
    text,
    ...(hit.commentary === undefined ? {} : { commentary: hit.commentary }),
  };
}

function identicalData({ identical = [] }: SearchHit): Pick<z.infer<typeof hitSchema>, 'identical' | 'moreIdentical'> {
  if (identical.length === 0) return {};
  const named = identical
    .slice(0, MOST_NAMED)
    .map(({ nearly, ...place }) => ({ ...place, ...(nearly ? { nearly } : {}) }));
  const more = identical.length - named.length;
  return { identical: named, ...(more === 0 ? {} : { moreIdentical: more }) };
}

export function relatedData(hit: RelatedHit): z.infer<typeof relatedSchema> {
  const { path, startLine, endLine, kind, symbol, status: changed, chunkId, reason } = hit;
  const { repository } = hit;
  const data = { path, startLine, endLine, kind, symbol, status: changed, chunkId, reason };
  return repository === undefined ? data : { repository, ...data };
}

// The history that the text of an answer shows, as data, under the names that `cora query --json` uses.

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

export function historyData({ asked, matching, recent, authors, commit }: GitContext): z.infer<typeof historySchema> {
  return {
    asked,
    matching: matching.map(lineOf),
    recent: matching.length > 0 ? [] : recent.map(lineOf),
    authors,
    commit: commit === null ? null : { commit: commit.commit, diff: commit.diff, diffCut: commit.diffCut },
  };
}

function lineOf({ repository, commit, author, authorDate, subject }: CommitLine): z.infer<typeof commitLine> {
  return { ...(repository === undefined ? {} : { repository }), commit, author, authorDate, subject };
}
