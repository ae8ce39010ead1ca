/** The tools that read files, without an index: read (a file, or some of its lines) and grep. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CoraError } from '../../base/errors.ts';
import { listOf } from '../../base/lists.ts';
import { type AskedLines, linesIn, splitPlace } from '../../base/patterns.ts';
import { counted, tally, tallyOf } from '../../base/renderText.ts';
import { grepRepository } from '../../grep/grepRepository.ts';
import { fenced, inlineCode, oneLine } from '../../search/renderResult.ts';
import { type Lines, readLines } from '../../view/readLines.ts';
import {
  codeLine,
  explainNoMatch,
  fittedList,
  quotedArgument,
  type ToolAnswer,
  type ToolProgram,
  tokensOfAnswer,
} from '../answer.ts';
import { type Place, pathFrom, pathsFrom, repositoryName } from '../places.ts';
import { BUDGETS, GREP_LINES } from '../toolList.ts';

export const read: ToolProgram<'read'> = {
  run: async ({ path, lines, revision, repository, budget }, call) => {
    const place = await call.place(repository);
    const whole = pathFrom(place.dir, path);
    // The name of a file may end as a place does.
    const isName = lines !== undefined || existsSync(join(place.dir, whole));
    const at = isName ? { path: whole, lines } : splitPlace(whole);
    const asked = { path: at.path, ...rangeOf(at.lines ?? null) };
    const found = await readLines(place.settings, place.surroundings, {
      ...asked,
      revision,
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

function rangeOf(lines: string | null): Partial<AskedLines> {
  if (lines === null || lines.trim() === '') return {};
  const range = linesIn(lines);
  if (range !== null) return range;
  throw new CoraError('USAGE', `"${lines}" is not a range of lines.`, {
    hint: 'Write "10-36", "10-" or "10"; the first line is 1.',
  });
}

interface Hit {
  path: string;
  line: number;
  column: number;
  /** The line, or the part of a long line around the match. */
  text: string;
  before?: string[];
  after?: string[];
}

export const grep: ToolProgram<'grep'> = {
  run: async (args, call) => {
    const place = await call.place(args.repository);
    const paths = pathsFrom(place.dir, args.path);
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
    const isWhole = found.skipped.length === 0;
    const list = {
      place,
      freshness: found.freshness,
      budget: args.budget ?? BUDGETS.grep,
      key: 'hits',
      items: hits,
      render: renderHit,
      nothing: found.notice ?? explainNoMatch(args.pattern, paths, languages),
      isCut: found.truncated,
      more: () => 'There are more matches.',
      notes: isWhole ? [] : [`Not searched: ${counted(found.skipped.length, 'file')} (${tally(unsearched)}).`],
      data: isWhole ? {} : { unsearched },
      next: nextAfter,
    };
    return fittedList(list, call);
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

function nextAfter([first]: readonly Hit[], truncated: boolean): string {
  if (first === undefined) return 'Next: search with a few words for what it does.';
  if (truncated) return 'Next: a narrower pattern or path, or a larger k or budget.';
  return `Next: read path=${quotedArgument(first.path)} lines="${Math.max(1, first.line - 10)}-${first.line + 20}".`;
}
