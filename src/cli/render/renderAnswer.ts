/**
 * Renders the answer of `cora query` in the format that was asked for and within its budget. Notes
 * on repositories go to the log.
 */

import { hostname } from 'node:os';
import { CoraError } from '../../base/errors.ts';
import { inertJson, visible, visibleLines } from '../../base/renderText.ts';
import type { SearchResult } from '../../base/searchTypes.ts';
import { estimateTokens } from '../../base/tokenBudget.ts';
import { missingNote } from '../../search/answerNotes.ts';
import { type Checkout, fitResult, type ResultFormat, renderResult } from '../../search/renderResult.ts';
import type { CommandContext } from '../../settings/commandContext.ts';
import type { Options } from '../../settings/options.ts';
import { freshnessNotes, isStale } from '../../view/renderFreshness.ts';
import type { CallerPlace } from '../findCallerPlace.ts';
import { describeTerminal } from '../terminal.ts';
import { type HistoryText, renderGitContext } from './renderHistory.ts';
import { type ResultOptions, renderPlainResults, renderResults } from './renderResults.ts';

/** ResultFormat is for programs and chats; text is for the eyes. */
export type AnswerFormat = ResultFormat | 'text';

/** @throws CoraError USAGE for `--json` beside another format */
export function formatOf({ json, format }: Options): AnswerFormat {
  if (json !== true) return (format ?? 'text') as AnswerFormat;
  if (format === undefined || format === 'json') return 'json';
  throw new CoraError('USAGE', `--json and --format ${format} contradict each other.`, {
    hint: `Leave one of them out: --json is --format json.`,
  });
}

/** @throws CoraError USAGE where a format was asked for that is none of these */
export function refuseFormat(options: Options, reason: string, allowed: readonly AnswerFormat[]): void {
  if (options.format === undefined || allowed.includes(formatOf(options))) return;
  throw new CoraError('USAGE', `${reason}, not ${options.format}.`, { hint: `Leave --format out, or use --json.` });
}

/** @returns also whether a result is in it: a budget may have room for none */
export async function renderAnswer(
  result: SearchResult,
  format: AnswerFormat,
  place: CallerPlace,
  context: CommandContext,
): Promise<{ text: string; isEmpty: boolean }> {
  const { options, surroundings } = context;
  const budget = options.budget ?? null;
  if (format === 'text') return renderText(result, budget, place, context);
  if (format === 'jsonl' && isStale(result.freshness)) {
    // A line holds a result, so what is said of the whole goes to stderr.
    for (const note of freshnessNotes(result.freshness)) surroundings.log.info(note);
  }
  if (format === 'jsonl' && result.gitContext?.note !== undefined)
    surroundings.log.info(visible(result.gitContext.note));
  if (format === 'jsonl' && result.missingVectors !== undefined)
    surroundings.log.info(missingNote(result.missingVectors));
  if (format === 'jsonl' && result.results.length === 0 && result.fewer !== null)
    surroundings.log.info(visible(result.fewer));
  const checkout = options.host === false ? null : checkoutAt(place);
  const render = (some: SearchResult): string =>
    renderResult(some, format, { isCompact: budget !== null, checkoutOf: () => checkout });
  const fitted = budget === null ? result : fitResult(result, budget, (some) => estimateTokens(render(some)));
  const rendered = render(fitted);
  const isEmpty = fitted.results.length === 0;
  if (format === 'jsonl' && isEmpty && result.results.length > 0) surroundings.log.warn(fitted.fewer!);
  if (format === 'json' || format === 'jsonl') return { text: inertJson(rendered), isEmpty };
  // Code is verbatim for whoever reads the pipe; a terminal would obey it.
  return { text: context.stdout.isTTY === true ? visibleLines(rendered) : rendered, isEmpty };
}

function checkoutAt({ root }: CallerPlace): Checkout | null {
  return root === undefined ? null : { host: hostname(), path: root };
}

async function renderText(
  result: SearchResult,
  budget: number | null,
  place: CallerPlace,
  context: CommandContext,
): Promise<{ text: string; isEmpty: boolean }> {
  const terminal = describeTerminal(context);
  const options: ResultOptions = {
    ...terminal,
    ...place,
    namesRepository: result.repositories !== undefined,
    ...excerptSize(context.options.context),
  };
  const plain = (some: SearchResult): string => {
    const { before, after } = historyText(some, { ...terminal, color: false });
    return before + renderPlainResults(some, options) + after;
  };
  const fitted = budget === null ? result : fitResult(result, budget, (some) => estimateTokens(plain(some)));
  const { before, after } = historyText(fitted, terminal);
  const text = before + (await renderResults(fitted, options)) + after;
  return { text, isEmpty: fitted.results.length === 0 };
}

function historyText({ gitContext }: SearchResult, terminal: Pick<ResultOptions, 'color' | 'width'>): HistoryText {
  return gitContext === undefined ? { before: '', after: '' } : renderGitContext(gitContext, terminal);
}

/** With --context an excerpt has room for that many lines on both sides of what it shows anyway. */
function excerptSize(context: number): Pick<ResultOptions, 'context' | 'around' | 'maxLines'> {
  return context === 0 ? {} : { context, around: context, maxLines: 8 + 4 * context };
}

// Tells which of the repositories that were searched together could not be searched, and which may
// be stale.

/** One line for each repository that could not be searched, or whose last sync failed. */
const MOST_NOTES = 5;

export function repositoryNotes({ repositories = [] }: SearchResult): string[] {
  const wrong = repositories.filter(({ error }) => error !== undefined);
  const notes = wrong.slice(0, MOST_NOTES).map(({ name, error, freshness }) => {
    const what = freshness === null ? 'was not searched' : 'may be stale';
    return visible(`${name} ${what}: ${error}`);
  });
  return wrong.length <= MOST_NOTES ? notes : [...notes, `and ${wrong.length - MOST_NOTES} more: --json lists them`];
}
