/** grep: every line that matches a pattern, in files that belong to the index. Needs no index. */

import * as z from 'zod';
import { listOf } from '../../base/lists.ts';
import { counted, tally, tallyOf } from '../../base/renderText.ts';
import { grepRepository } from '../../grep/grepRepository.ts';
import { oneLine } from '../../search/renderResult.ts';
import { codeLine, explainNoMatch, fitItems, freshnessData, LARGER, quotedArgument } from '../answer.ts';
import * as schemas from '../resultSchemas.ts';
import type { ToolProgram } from '../tool.ts';
import { BUDGETS, GREP_LINES } from '../toolList.ts';

const hit = z.object({
  path: z.string(),
  line: z.number(),
  column: z.number(),
  text: z.string().describe('The line, or the part of a long line around the match.'),
  before: z.array(z.string()).optional(),
  after: z.array(z.string()).optional(),
});
type Hit = z.infer<typeof hit>;

const output = z.object({
  repository: z.string(),
  freshness: schemas.freshnessResult,
  unsearched: z.record(z.string(), z.number()).optional().describe('How many files could not be searched, by reason.'),
  hits: z.array(hit).describe('By path, then line.'),
  truncated: z.boolean(),
  notice: z.string().optional(),
  next: schemas.next,
});

export const grep: ToolProgram<'grep'> = {
  output,
  run: async (args, call) => {
    const place = await call.place(args.repository);
    const paths = listOf(args.path);
    const languages = listOf(args.language);
    const found = await grepRepository(args.pattern, place.settings, place.surroundings, {
      paths,
      languages,
      kinds: [],
      fixed: args.fixed === true,
      word: args.word === true,
      ignoreCase: args.ignoreCase === true,
      context: args.context ?? 0,
      maxPerFile: args.maxPerFile,
      maxTotal: args.k ?? GREP_LINES,
      signal: call.signal,
    });
    const hits = found.hits.map(({ path, line, column, preview, before, after }): Hit => {
      const around = { ...(before.length > 0 ? { before } : {}), ...(after.length > 0 ? { after } : {}) };
      return { path, line, column, text: preview, ...around };
    });
    const unsearched = tallyOf(found.skipped.map(({ reason }) => reason));
    return fitItems(hits, { budget: args.budget ?? BUDGETS.grep, ...call }, (shown, tooSmall) => {
      const truncated = found.truncated || shown.length < hits.length;
      const notice =
        tooSmall ?? (shown.length === 0 ? (found.notice ?? explainNoMatch(args.pattern, paths, languages)) : undefined);
      const next = tooSmall === undefined ? nextAfter(shown[0], truncated) : LARGER;
      const lines = [
        notice ?? shown.map(renderHit).join('\n'),
        '',
        ...(truncated && tooSmall === undefined ? ['There are more matches.'] : []),
        ...(found.skipped.length === 0
          ? []
          : [`Not searched: ${counted(found.skipped.length, 'file')} (${tally(unsearched)}).`]),
        next,
      ];
      return {
        text: `${lines.join('\n')}\n`,
        data: () => ({
          repository: place.name,
          freshness: freshnessData(found.freshness),
          ...(found.skipped.length === 0 ? {} : { unsearched }),
          hits: shown,
          truncated,
          ...(notice === undefined ? {} : { notice }),
          next,
        }),
      };
    });
  },
};

function renderHit({ path, line, text, before = [], after = [] }: Hit): string {
  const file = oneLine(path);
  const lines = [
    ...before.map((other, at) => `${file}-${line - before.length + at}- ${codeLine(other)}`),
    `${file}:${line}: ${codeLine(text)}`,
    ...after.map((other, at) => `${file}-${line + 1 + at}- ${codeLine(other)}`),
  ];
  return lines.join('\n') + (before.length + after.length > 0 ? '\n--' : '');
}

function nextAfter(first: Hit | undefined, truncated: boolean): string {
  if (first === undefined) return 'Next: search with a few words for what it does.';
  if (truncated) return 'Next: a narrower pattern or path, or a larger k or budget.';
  return `Next: read path=${quotedArgument(first.path)} lines="${Math.max(1, first.line - 10)}-${first.line + 20}".`;
}
