/** read: a file, or some of its lines, as it is now or as a commit has it. */

import * as z from 'zod';
import { CoraError } from '../../base/errors.ts';
import { type AskedLines, linesIn } from '../../base/paths.ts';
import { fenced, inlineCode, oneLine } from '../../search/renderResult.ts';
import { type Lines, readLines } from '../../view/readLines.ts';
import { quotedArgument, tokensOfAnswer } from '../answer.ts';
import { type Place, repositoryName } from '../places.ts';
import * as schemas from '../resultSchemas.ts';
import type { ToolAnswer, ToolProgram } from '../tool.ts';
import { BUDGETS } from '../toolList.ts';

const output = z.object({
  repository: z.string(),
  path: z.string(),
  language: z.string(),
  commit: z.string().nullable().describe('The commit that was read; null for the file as it is now on disk.'),
  status: schemas.statusSchema,
  startLine: z.number(),
  endLine: z.number(),
  fileLines: z.number(),
  truncated: z.boolean(),
  text: z.string().describe('Verbatim.'),
  next: schemas.next.optional(),
});

export const read: ToolProgram<'read'> = {
  output,
  run: async ({ path, lines, revision, repository, budget }, call) => {
    const place = await call.place(repository);
    const found = await readLines(place.settings, place.surroundings, {
      path: path.replace(/^\.\//, ''),
      ...rangeOf(lines),
      ...(revision === undefined ? {} : { revision }),
      budget: budget ?? BUDGETS.read,
      tokensOf: (some) => tokensOfAnswer(answerOf(some, place), call),
      signal: call.signal,
    });
    return answerOf(found, place);
  },
};

function answerOf(found: Lines, place: Place): ToolAnswer {
  const { commit, startLine, endLine, fileLines, truncated, status, language, text } = found;
  const named = repositoryName(found.repository) || place.name;
  const isWhole = startLine <= 1 && endLine === fileLines;
  const next =
    truncated && endLine < fileLines
      ? `Next: read path=${quotedArgument(found.path)} lines="${endLine + 1}-".`
      : undefined;
  const about = [
    commit === null ? (status === 'committed' ? 'as committed' : status) : `at ${commit.slice(0, 12)}`,
    isWhole ? '' : `lines ${startLine}-${endLine} of ${fileLines}`,
  ].filter((part) => part !== '');
  const title = `**${oneLine(named)}** ${inlineCode(oneLine(found.path))}${about.length === 0 ? '' : ` (${about.join(', ')})`}`;
  const cut = truncated ? '\n\nMore than fits into the budget.' : '';
  return {
    text: `${title}\n\n${fenced(text, language)}${cut}${next === undefined ? '' : `\n${next}`}\n`,
    data: () => ({ ...found, repository: named, ...(next === undefined ? {} : { next }) }),
  };
}

function rangeOf(lines: string | undefined): Partial<AskedLines> {
  if (lines === undefined || lines.trim() === '') return {};
  const range = linesIn(lines);
  if (range !== null) return range;
  throw new CoraError('USAGE', `"${lines}" is not a range of lines.`, {
    hint: 'Write "10-36", "10-" or "10"; the first line is 1.',
  });
}
