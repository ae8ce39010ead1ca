/**
 * Renders the results of a search: for people one block for each hit, best first, and a line about
 * the whole; the answer of `cora query` in the format that was asked for, within its budget.
 */

import { hostname } from 'node:os';
import { CoraError } from '../../base/errors.ts';
import {
  counted,
  createPaint,
  cutEnd,
  cutStart,
  duration,
  inertJson,
  type Paint,
  renderLine,
  shellWord,
  visible,
  visibleCode,
  visibleLines,
  widthOf,
  wrap,
} from '../../base/renderText.ts';
import type { ResultFormat, SearchHit, SearchResult } from '../../base/searchTypes.ts';
import { estimateTokens } from '../../base/tokenBudget.ts';
import { askedUses, gitContextLines, missingNote, missingPathNotes, wordNotes } from '../../search/answerNotes.ts';
import {
  chooseLines,
  type ExcerptOptions,
  findWords,
  type QueryWords,
  reasonsOf,
  wordsOfAnswer,
} from '../../search/queryWords.ts';
import { type WrittenPath, writtenPaths } from '../../search/question.ts';
import { clipRanges, segmentsOf } from '../../search/quoteCode.ts';
import { fitResult, MOST_NAMED, renderResult } from '../../search/renderResult.ts';
import type { CommandContext } from '../../settings/commandContext.ts';
import type { Options } from '../../settings/options.ts';
import { asTyped } from '../../view/asTyped.ts';
import { freshnessLine, freshnessNotes, isStale } from '../../view/renderFreshness.ts';
import type { CallerPlace } from '../findCallerPlace.ts';
import { describeTerminal } from '../terminal.ts';
import type { Highlighter } from './highlightTerminal.ts';
import type { HistoryText } from './renderHistory.ts';
import {
  ofRepository,
  type PlaceOptions,
  pathSeenFrom,
  renderLineRange,
  renderPlace,
  renderRelated,
} from './renderPlaces.ts';

interface ResultOptions extends PlaceOptions {
  color: boolean;
  /** Columns. */
  width: number;
  /** Results are of several repositories, and say of which. */
  namesRepository?: boolean;
  /** Lines around a line with words of the query, default 1. */
  context?: number;
  /** Lines before and after the chunk that may be shown too, default 0. */
  around?: number;
  /** Lines shown of a hit, default 8. */
  maxLines?: number;
}

const INDENT = '   ';

/**
 * Renders results for people.
 * @returns text that ends with a newline and holds no control character of the repository's
 */
export async function renderResults(result: SearchResult, options: ResultOptions): Promise<string> {
  const highlight = options.color ? (await import('./highlightTerminal.ts')).highlightTerminal : () => null;
  return render(result, options, highlight);
}

function render(result: SearchResult, options: ResultOptions, highlight: Highlighter): string {
  const words = wordsOfAnswer(result);
  const paint = createPaint(options.color);
  const paths = writtenPaths(result.query).filter(({ line }) => line > 0);
  const blocks = result.results.map((hit) => renderHit(hit, words, { ...options, paint, highlight, paths }));
  const assumed = renderAssumed(result, options.width).map((line) => paint.yellow(visible(line)));
  const report = renderReport(result, options.width).map((line) => paint.dim(visible(line)));
  const lead = [assumed, report].flatMap((lines) => (lines.length === 0 ? [] : [lines.join('\n')]));
  const related = renderRelated(result.related, { ...options, width: options.width - INDENT.length })
    .trimEnd()
    .replace(/^/gm, INDENT);
  const next = result.related.length === 0 ? [] : [`${paint.dim(' → read next')}\n${related}`];
  return `${[...lead, ...blocks, ...next, renderEnd(result, options.width, paint)].join('\n\n')}\n`;
}

interface HitOptions extends ResultOptions {
  paint: Paint;
  highlight: Highlighter;
  /** Paths of the question that have a line. */
  paths: readonly WrittenPath[];
}

function renderHit(wide: SearchHit, words: QueryWords, options: HitOptions): string {
  const hit = narrowed(wide, options.around ?? 0);
  const { commentary = '' } = hit;
  // Marked: a model wrote it, and nobody checked it.
  const below = [renderExplanation(hit), commentary === '' ? '' : `AI: ${visible(commentary)}`];
  const notes = below.filter((note) => note !== '').flatMap((note) => wrap(note, options.width - INDENT.length));
  return [
    renderHead(hit, options),
    renderSymbol(hit, words, options),
    ...notes.map((line) => INDENT + options.paint.dim(line)),
    ...renderCode(hit, words, options),
    ...renderIdentical(hit, options),
  ].join('\n');
}

/** An excerpt is chosen from the chunk itself, not from what is shown around it. */
function narrowed(hit: SearchHit, around: number): SearchHit {
  const startLine = Math.max(hit.startLine, hit.chunk.startLine - around);
  const endLine = Math.min(hit.endLine, hit.chunk.endLine + around);
  if (startLine === hit.startLine && endLine === hit.endLine) return hit;
  const text = hit.text
    .split('\n')
    .slice(startLine - hit.startLine, endLine - hit.startLine + 1)
    .join('\n');
  const { elided = [], ...rest } = hit;
  return { ...rest, startLine, endLine, text, elided: clipRanges(elided, { startLine, endLine }) };
}

/** ` 1 src/store/openStore.ts:12-48  modified` */
function renderHead(hit: SearchHit, options: HitOptions): string {
  const { paint, width, namesRepository } = options;
  const lines = renderLineRange(hit);
  const status = hit.status === 'committed' ? '' : `  ${hit.status}`;
  const rank = String(hit.rank).padStart(2);
  const repository = ofRepository(namesRepository === true ? hit.repository : undefined);
  const room = Math.max(20, width - rank.length - 1 - widthOf(repository) - lines.length - status.length);
  const place = renderPlace(hit.path, hit.startLine, lines, options, room);
  return `${paint.dim(rank)} ${repository}${place}${hit.status === 'untracked' ? paint.green(status) : paint.yellow(status)}`;
}

/** `method Store.openTable — open, table; symbol` */
function renderSymbol(hit: SearchHit, words: QueryWords, { paint, width }: HitOptions): string {
  const separator = hit.kind === 'section' || hit.kind === 'object' || hit.kind === 'text' ? ' › ' : '.';
  const names = [...hit.scope, hit.symbol].filter((name) => name !== '').map(visible);
  const symbol = names.pop() ?? '';
  const scope = names.map((name) => name + separator).join('');
  const taken = INDENT.length + widthOf(hit.kind) + 4 + Math.min(widthOf(symbol), Math.floor(width / 2));
  const reasons = `— ${cutEnd(reasonsOf(hit, words), Math.max(24, width - taken))}`;
  const room = Math.max(20, width - INDENT.length - widthOf(hit.kind) - 2 - widthOf(reasons));
  const name = cutEnd(symbol, room);
  const shownScope = scope === '' || widthOf(name) === room ? '' : cutStart(scope, room - widthOf(name));
  const named = paint.dim(shownScope) + paint.cyan(name);
  return `${INDENT}${paint.dim(hit.kind)} ${named}${named === '' ? '' : ' '}${paint.dim(reasons)}`;
}

function renderCode(hit: SearchHit, words: QueryWords, options: HitOptions): string[] {
  const lines = hit.text.split('\n').map(visibleCode);
  const { paint, color, maxLines = 8, context = 1 } = options;
  const signature = visibleCode(hit.signature);
  const shown =
    linesAsked(hit, lines.length, options.paths, maxLines) ??
    chooseShown(hit, lines, words, { maxLines, context, signature });
  const colors = options.highlight(hit.language, lines.join('\n'));
  const margin = commonIndent(shown.map((at) => lines[at]!));
  const gutter = Math.max(3, String(hit.startLine + (shown.at(-1) ?? 0)).length);
  const width = Math.max(20, options.width - INDENT.length - gutter - 2);
  const rows: string[] = [];
  for (const [index, at] of shown.entries()) {
    if (index > 0 && at > shown[index - 1]! + 1) rows.push(INDENT + paint.dim('…'.padStart(gutter)));
    const code = lines[at]!.slice(margin);
    const styled = renderLine(code, findWords(code, words), {
      color,
      width,
      colors: colors?.[at]?.subarray(margin) ?? null,
    });
    rows.push(`${INDENT}${paint.dim(String(hit.startLine + at).padStart(gutter))}  ${styled}`.trimEnd());
  }
  return rows;
}

/** @returns indexes of the line that the question names and of those around it; null without one */
function linesAsked(
  { path, startLine, endLine }: SearchHit,
  count: number,
  paths: readonly WrittenPath[],
  maxLines: number,
): number[] | null {
  const asked = paths.find(({ path: written, line }) => {
    return startLine <= line && line <= endLine && `/${path}`.endsWith(`/${written.replace(/^\.\//, '')}`);
  });
  if (asked === undefined) return null;
  const from = Math.max(0, Math.min(asked.line - startLine - Math.floor(maxLines / 2), count - maxLines));
  return Array.from({ length: Math.min(maxLines, count) }, (_, at) => from + at);
}

/** @returns indexes of the lines to show: an elided line never is one */
function chooseShown(hit: SearchHit, lines: readonly string[], words: QueryWords, options: ExcerptOptions): number[] {
  if (hit.elided === undefined || hit.elided.length === 0) return chooseLines(lines, words, options);
  const kept = segmentsOf(hit).flatMap(({ startLine, endLine }) =>
    Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at - hit.startLine),
  );
  const texts = kept.map((at) => lines[at]!);
  return chooseLines(texts, words, options).map((at) => kept[at]!);
}

/** `and 2 identical: vendor/openTable.ts:12-48, copy/openTable.ts:12-48` */
function renderIdentical({ identical = [] }: SearchHit, { paint, width, cwdPrefix }: HitOptions): string[] {
  if (identical.length === 0) return [];
  const nearly = identical.some((other) => other.nearly) ? 'nearly ' : '';
  const named = identical.slice(0, MOST_NAMED).map(({ repository, path, startLine, endLine }) => {
    return `${ofRepository(repository)}${visible(pathSeenFrom(cwdPrefix, path))}:${startLine}-${endLine}`;
  });
  const more = identical.length > MOST_NAMED ? ', …' : '';
  const text = `and ${identical.length} ${nearly}identical: ${named.join(', ')}${more}`;
  return [INDENT + paint.dim(cutEnd(text, width - INDENT.length))];
}

function commonIndent(lines: readonly string[]): number {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  return indents.length === 0 ? 0 : Math.min(...indents);
}

function moreOf({ cutBy }: SearchResult): string {
  if (cutBy === 'limit') return ', there are more (-k)';
  if (cutBy === 'budget') return ', there are more (--budget)';
  return cutBy === 'relevance' ? ', the rest is far less relevant' : '';
}

function renderEnd(result: SearchResult, width: number, paint: Paint): string {
  const { results, tookMs, freshness, cutBy } = result;
  const found = results.length === 0 && cutBy !== 'budget' ? nothingFound(result) : counted(results.length, 'result');
  const more = results.length === 0 ? '' : moreOf(result);
  const summary = paint.dim(`${found}${more}, ${duration(tookMs)}`);
  const why = result.fewer === null ? [] : wrap(asTyped(visible(result.fewer)), width).map(paint.yellow);
  const { missingVectors } = result;
  const missing = missingVectors === undefined ? [] : wrap(missingNote(missingVectors), width).map(paint.yellow);
  const hints = adviceFor(result).flatMap((line) => wrap(asTyped(visible(line)), width).map(paint.yellow));
  const note = freshnessLine(freshness, width, paint);
  return [summary, ...why, ...missing, ...(note === '' ? [] : [note]), ...hints].join('\n');
}

/** Names a command that answers better, or says what to ask instead. */
function adviceFor(result: SearchResult): string[] {
  const uses = askedUses(result);
  if (uses !== null) {
    const [flag, what] = uses.direction === 'callers' ? [' --callers', 'callers'] : ['', 'uses'];
    return [`cora refs ${shellWord(uses.name)}${flag}   lists all its ${what} that are known`];
  }
  const { results, cutBy, fewer, filtered, query } = result;
  if (results.length > 0 || cutBy !== null || filtered || hasCommits(result)) return wordNotes(result);
  const [issue] = /#\d{1,9}\b/.exec(query) ?? [];
  if (issue !== undefined) return [`cora query --commits "${issue}"   looks in the messages of commits`];
  const isExplained = fewer !== null || isStale(result.freshness);
  return isExplained ? [] : ['No word of it is in the index: use words that the code itself would use.'];
}

function hasCommits({ gitContext }: SearchResult): boolean {
  return gitContext !== undefined && gitContext.matching.length > 0;
}

/** True where nothing is shown. Commits alone are an answer, unless a budget cut the code. */
function isWithout(shown: SearchResult, found: SearchResult): boolean {
  return shown.results.length === 0 && (found.results.length > 0 || !hasCommits(shown));
}

function nothingFound(result: SearchResult): string {
  const { query } = result;
  if (hasCommits(result)) return 'No code found';
  return `Nothing found for ${cutEnd(JSON.stringify(visible(query)), 60)}`;
}

/** `Nothing is named calcultae_loss; showing calculate_loss.`, and paths that no file has. */
function renderAssumed(result: Pick<SearchResult, 'assumed' | 'missingPaths'>, width: number): string[] {
  const names = result.assumed.map(({ asked, meant }) => {
    const last = meant.at(-1)!;
    const shown = meant.length === 1 ? last : `${meant.slice(0, -1).join(', ')} and ${last}`;
    return `Nothing is named ${asked}; showing ${shown}.`;
  });
  return [...names, ...missingPathNotes(result)].flatMap((line) => wrap(line, width));
}

/** The most of each that are listed. */
const MOST_PARTS = 8;

/** @returns `Read as a report: TITLE`, then its frames, paths and names; [] for another question */
function renderReport({ report }: Pick<SearchResult, 'report'>, width: number): string[] {
  if (report === undefined) return [];
  const frames = report.frames.map(({ path, line, name }) => `${path}:${line}${name === '' ? '' : ` ${name}`}`);
  const lists = Object.entries({ frames, paths: report.paths, names: report.names });
  const parts = lists.flatMap(([name, all]) =>
    all.length === 0 ? [] : [`${name}: ${all.slice(0, MOST_PARTS).join(', ')}${all.length > MOST_PARTS ? ', …' : ''}`],
  );
  return [`Read as a report: ${report.title}`, ...parts].flatMap((line) => wrap(line, width));
}

/**
 * `2.31 = 1.00 words + 0.47 vectors - 0.20 depth`, with `-1.04 by the reranker; ` before it where
 * one was used, wrapped by the caller; '' where no explanation was asked for
 */
function renderExplanation({ score, why, explain }: Pick<SearchHit, 'score' | 'why' | 'explain'>): string {
  if (explain === undefined) return '';
  const parts = Object.entries(explain)
    .map(([name, { score: part }]) => ({ name, part }))
    .filter(({ part }) => part !== 0)
    .sort((a, b) => Math.abs(b.part) - Math.abs(a.part) || (a.name < b.name ? -1 : 1));
  const signOf = (part: number): string => (part < 0 ? '- ' : '+ ');
  const all = parts.map(({ name, part }) => `${signOf(part)}${Math.abs(part).toFixed(2)} ${name}`).join(' ');
  // The first one's sign stands close to it.
  const sum = all.replace(/^(?:\+ |(-) )/, '$1');
  const reranked = why.fused === undefined ? '' : `${score.toFixed(2)} by the reranker; `;
  return `${reranked}${(why.fused ?? score).toFixed(2)} = ${sum || '0'}`;
}

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

/**
 * Refuses formats that an answer cannot have.
 * @throws CoraError USAGE where a format was asked for that is none of these
 */
export function refuseFormat(options: Options, reason: string, allowed: readonly AnswerFormat[]): void {
  if (options.format === undefined || allowed.includes(formatOf(options))) return;
  throw new CoraError('USAGE', `${reason}, not ${options.format}.`, { hint: `Leave --format out, or use --json.` });
}

/**
 * Renders an answer in the format that was asked for, within its budget.
 * @returns also whether a result is in it: a budget may have room for none
 */
export async function renderAnswer(
  result: SearchResult,
  format: AnswerFormat,
  place: CallerPlace,
  context: CommandContext,
): Promise<{ text: string; isEmpty: boolean }> {
  const { options, surroundings } = context;
  const budget = options.budget ?? null;
  if (format === 'text') return renderText(result, budget, place, context);
  const checkout = options.host === false || place.root === undefined ? null : { host: hostname(), path: place.root };
  const render = (some: SearchResult): string =>
    renderResult(some, format, { isCompact: budget !== null, checkoutOf: () => checkout });
  const fitted = budget === null ? result : fitResult(result, budget, (some) => estimateTokens(render(some)));
  const rendered = render(fitted);
  const isEmpty = isWithout(fitted, result);
  if (format === 'jsonl') {
    if (isEmpty && result.results.length > 0) surroundings.log.warn(fitted.fewer!);
    else for (const note of notesBeside(fitted)) surroundings.log.info(visible(note));
  }
  if (format === 'json' || format === 'jsonl') return { text: inertJson(rendered), isEmpty };
  // Code is verbatim for whoever reads the pipe; a terminal would obey it.
  return { text: context.stdout.isTTY === true ? visibleLines(rendered) : rendered, isEmpty };
}

/**
 * Returns notes on the whole answer, for which jsonl has no place: each of its lines holds a
 * result.
 */
function notesBeside(result: SearchResult): string[] {
  const { fewer, missingVectors, gitContext, freshness } = result;
  return [
    ...renderAssumed(result, Number.POSITIVE_INFINITY),
    ...(gitContext === undefined ? [] : gitContextLines(gitContext)),
    ...(fewer !== null ? [asTyped(fewer)] : result.results.length === 0 ? [nothingFound(result)] : []),
    ...adviceFor(result).map(asTyped),
    ...(missingVectors === undefined ? [] : [missingNote(missingVectors)]),
    ...freshnessNotes(freshness),
  ];
}

async function renderText(
  result: SearchResult,
  budget: number | null,
  place: CallerPlace,
  context: CommandContext,
): Promise<{ text: string; isEmpty: boolean }> {
  const terminal = describeTerminal(context);
  const around = context.options.context;
  // An excerpt has room for that many lines on both sides of what it shows anyway.
  const excerpt = around === 0 ? {} : { context: around, around, maxLines: 8 + 4 * around };
  const namesRepository = result.repositories !== undefined;
  const options: ResultOptions = { ...terminal, ...place, ...excerpt, namesRepository };
  // A question about code loads nothing of the history.
  const show = result.gitContext === undefined ? null : (await import('./renderHistory.ts')).renderGitContext;
  const historyOf = ({ gitContext }: SearchResult, color: boolean): HistoryText =>
    gitContext === undefined || show === null ? { before: '', after: '' } : show(gitContext, { ...terminal, color });
  const plain = (some: SearchResult): string => {
    const { before, after } = historyOf(some, false);
    return before + render(some, { ...options, color: false, links: false }, () => null) + after;
  };
  const fitted = budget === null ? result : fitResult(result, budget, (some) => estimateTokens(plain(some)));
  const { before, after } = historyOf(fitted, terminal.color);
  const text = before + (await renderResults(fitted, options)) + after;
  return { text, isEmpty: isWithout(fitted, result) };
}

/** The most lines about repositories that could not be searched, or whose last sync failed. */
const MOST_NOTES = 5;

export function repositoryNotes({ repositories = [] }: SearchResult): string[] {
  const wrong = repositories.filter(({ error }) => error !== undefined);
  const notes = wrong.slice(0, MOST_NOTES).map(({ name, error, freshness }) => {
    const what = freshness === null ? 'was not searched' : 'may be stale';
    return visible(`${name} ${what}: ${error}`);
  });
  return wrong.length <= MOST_NOTES ? notes : [...notes, `and ${wrong.length - MOST_NOTES} more: --json lists them`];
}
