/** What people see of `cora query`: one block for each hit, best first, and a line about the whole. */

import { createPaint, type Paint } from '../../base/color.ts';
import { renderLine } from '../../base/renderLine.ts';
import { counted, duration } from '../../base/renderNumbers.ts';
import { cutEnd, cutStart, visible, visibleCode, widthOf, wrap } from '../../base/renderText.ts';
import type { SearchHit, SearchResult } from '../../base/searchTypes.ts';
import { type QueryWords, wordsOfAnswer } from '../../search/queryWords.ts';
import { reasonsOf } from '../../search/reasonsOf.ts';
import { chooseLines, type ExcerptOptions, findWords } from '../../search/renderExcerpt.ts';
import { clipRanges, segmentsOf } from '../../search/segments.ts';
import { freshnessLine } from '../../view/renderFreshness.ts';
import { type Highlighter, loadHighlighter } from './highlight.ts';
import { renderAssumed } from './renderAssumed.ts';
import { renderExplanation } from './renderExplanation.ts';
import { lineRange, type PlaceOptions, renderPlace, seenFrom } from './renderPlace.ts';
import { renderRelated } from './renderRelated.ts';

export interface ResultOptions extends PlaceOptions {
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

/** @returns text that ends with a newline and holds no control character of the repository's */
export async function renderResults(result: SearchResult, options: ResultOptions): Promise<string> {
  return render(result, options, options.color ? await loadHighlighter() : () => null);
}

/** The same without colours, at once. */
export function renderPlainResults(result: SearchResult, options: ResultOptions): string {
  return render(result, { ...options, color: false, links: false }, () => null);
}

function render(result: SearchResult, options: ResultOptions, highlight: Highlighter): string {
  const words = wordsOfAnswer(result);
  const paint = createPaint(options.color);
  const blocks = result.results.map((hit) => renderHit(hit, words, { ...options, paint, highlight }));
  const assumed = renderAssumed(result, options.width).map((line) => paint.yellow(visible(line)));
  const lead = assumed.length === 0 ? [] : [assumed.join('\n')];
  const related = renderRelated(result.related, { ...options, width: options.width - INDENT.length })
    .trimEnd()
    .replace(/^/gm, INDENT);
  const next = result.related.length === 0 ? [] : [`${paint.dim(' → read next')}\n${related}`];
  return `${[...lead, ...blocks, ...next, renderEnd(result, options.width, paint)].join('\n\n')}\n`;
}

interface HitOptions extends ResultOptions {
  paint: Paint;
  highlight: Highlighter;
}

function renderHit(wide: SearchHit, words: QueryWords, options: HitOptions): string {
  const hit = narrowed(wide, options.around ?? 0);
  const explanation = renderExplanation(hit);
  const why =
    explanation === ''
      ? []
      : wrap(explanation, options.width - INDENT.length).map((line) => INDENT + options.paint.dim(line));
  return [
    renderHead(hit, options),
    renderSymbol(hit, words, options),
    ...why,
    ...renderProse(hit, options),
    ...renderCode(hit, words, options),
    ...renderIdentical(hit, options),
  ].join('\n');
}

/** Marked: a model wrote it, and nobody checked it. */
function renderProse({ commentary = '' }: SearchHit, { width, paint }: HitOptions): string[] {
  if (commentary === '') return [];
  return wrap(`AI: ${visible(commentary)}`, width - INDENT.length).map((line) => INDENT + paint.dim(line));
}

/** An excerpt is chosen from the chunk itself: its surroundings are for those who read the whole result. */
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
  const lines = lineRange(hit);
  const status = hit.status === 'committed' ? '' : `  ${hit.status}`;
  const rank = String(hit.rank).padStart(2);
  const repository = namesRepository === true ? `${visible(hit.repository)}  ` : '';
  const room = Math.max(20, width - rank.length - 1 - widthOf(repository) - lines.length - status.length);
  const place = renderPlace(hit.path, hit.startLine, lines, options, room);
  return `${paint.dim(rank)} ${repository}${place}${hit.status === 'untracked' ? paint.green(status) : paint.yellow(status)}`;
}

/** `method Store.openTable — open, table; symbol` */
function renderSymbol(hit: SearchHit, words: QueryWords, { paint, width }: HitOptions): string {
  const separator = hit.kind === 'section' || hit.kind === 'object' || hit.kind === 'text' ? ' › ' : '.';
  const scope = hit.scope.map((name) => visible(name) + separator).join('');
  const symbol = visible(hit.symbol);
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
  const shown = chooseShown(hit, lines, words, { maxLines, context, signature: visibleCode(hit.signature) });
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

/** @returns indexes of the lines to show: an elided line never is one */
function chooseShown(hit: SearchHit, lines: readonly string[], words: QueryWords, options: ExcerptOptions): number[] {
  if (hit.elided === undefined || hit.elided.length === 0) return chooseLines(lines, words, options);
  const kept = segmentsOf(hit).flatMap(({ startLine, endLine }) =>
    Array.from({ length: endLine - startLine + 1 }, (_, at) => startLine + at - hit.startLine),
  );
  const texts = kept.map((at) => lines[at]!);
  return chooseLines(texts, words, options).map((at) => kept[at]!);
}

/** Of what was folded these many are named. */
const MOST_NAMED = 3;

/** `and 2 identical: vendor/openTable.ts:12-48, copy/openTable.ts:12-48` */
function renderIdentical({ identical = [] }: SearchHit, { paint, width, cwdPrefix }: HitOptions): string[] {
  if (identical.length === 0) return [];
  const nearly = identical.some((other) => other.nearly) ? 'nearly ' : '';
  const named = identical.slice(0, MOST_NAMED).map(({ repository, path, startLine, endLine }) => {
    const of = repository === undefined ? '' : `${visible(repository)}  `;
    return `${of}${visible(seenFrom(cwdPrefix, path))}:${startLine}-${endLine}`;
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
  const found =
    results.length === 0 && cutBy !== 'budget'
      ? `Nothing found for ${cutEnd(JSON.stringify(visible(result.query)), 60)}`
      : counted(results.length, 'result');
  const more = results.length === 0 ? '' : moreOf(result);
  const summary = paint.dim(`${found}${more}, ${duration(tookMs)}`);
  const why = result.fewer === null ? [] : wrap(visible(result.fewer), width).map(paint.yellow);
  const note = freshnessLine(freshness, width, paint);
  return [summary, ...why, ...(note === '' ? [] : [note])].join('\n');
}
