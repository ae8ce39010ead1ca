/**
 * Schemas that tools share. The description of an argument says what it means: a model reads
 * nothing else.
 */

import * as z from 'zod';
import { CHUNK_KINDS } from '../settings/optionSpec.ts';
import * as results from './resultSchemas.ts';

export { statusSchema as status } from './resultSchemas.ts';

/** Models write one value without brackets. */
export const textList = z.union([z.string(), z.array(z.string())]);

export const repositoryArgument = z
  .string()
  .optional()
  .describe('Which repository, where several are served: its name, or the absolute directory of one of its worktrees.');
export const repositoriesArgument = z
  .string()
  .optional()
  .describe(
    'Where several repositories are served: a name or a part of names. Without it all are searched together; results name theirs.',
  );
export const path = textList.optional().describe('Only files whose path matches: globs such as "src/**" or "**/*.go".');
export const language = textList.optional().describe('Only these languages, such as "typescript" or "python".');
export const kind = textList.optional().describe(`Only these kinds: ${CHUNK_KINDS.join(', ')}.`);
/** @param least fewer tokens than these have no room for any answer */
export const budgetFrom = (least: number) =>
  z
    .number()
    .int()
    .min(least, `A budget is ${least} tokens or more: fewer have no room for an answer.`)
    .max(100_000)
    .optional();
export const budget = budgetFrom(150);

/** With the beginning of its lists: freshnessData in answer.ts. */
export const freshnessResult = results.freshnessSchema.extend({
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
