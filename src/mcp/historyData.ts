/** The history that the text of an answer shows, as data, under the names that `cora query --json` uses. */

import * as z from 'zod';
import type { CommitLine, GitContext } from '../base/historyTypes.ts';

const commitLine = z.object({ commit: z.string(), author: z.string(), authorDate: z.string(), subject: z.string() });

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

function lineOf({ commit, author, authorDate, subject }: CommitLine): z.infer<typeof commitLine> {
  return { commit, author, authorDate, subject };
}
