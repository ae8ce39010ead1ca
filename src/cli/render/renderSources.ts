/** What stands below an answer: what it was made from, places that nobody checked, what it cost, how fresh the index is. */

import type { AskEnd, AskEvent } from '../../ask/askTypes.ts';
import type { AskSource } from '../../base/citationTypes.ts';
import { createPaint, type Paint } from '../../base/color.ts';
import type { GitContext } from '../../base/historyTypes.ts';
import { qualifiedName } from '../../base/qualifiedName.ts';
import { counted, duration } from '../../base/renderNumbers.ts';
import { cutEnd, visible, wrap } from '../../base/renderText.ts';
import { freshnessLine, shortCommit } from '../../view/renderFreshness.ts';
import type { Terminal } from '../describeTerminal.ts';
import { renderGitContext } from './renderGitContext.ts';
import { renderResults } from './renderResults.ts';

type Sources = Extract<AskEvent, { type: 'sources' }>;

/** Lines of a result where no model speaks. */
const EXCERPT = 4;
const MOST_UNKNOWN = 10;

/** @returns text that ends with a newline */
export async function renderSources({ result, sources }: Sources, end: AskEnd, terminal: Terminal): Promise<string> {
  const namesRepository = 'repositories' in result;
  if (end.model === null || sources.length + (result.gitContext?.recent.length ?? 0) === 0) {
    const shown = await renderResults(result, { ...terminal, namesRepository, maxLines: EXCERPT });
    if (result.gitContext === undefined) return shown;
    const { before, after } = renderGitContext(result.gitContext, terminal);
    return before + shown + after;
  }
  const { width, color } = terminal;
  const paint = createPaint(color);
  const cited = new Set(end.citations.flatMap(({ source }) => (source === null ? [] : [source])));
  const lines = [
    ...(end.answer === '' ? [paint.yellow('The model said nothing.')] : []),
    '',
    paint.bold('Sources'),
    ...sources.map((source) => sourceLine(source, namesRepository, cited.has(source.number), paint)),
    ...commitLines(result.gitContext, width, paint),
    '',
    ...unknownNote(end, width).map(paint.yellow),
    paint.dim(summaryOf(end)),
    freshnessLine(result.freshness, width, paint),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** ` 1 src/store/openStore.ts:12-48  function openStore`; those that the answer names stand out. */
function sourceLine({ number, hit }: AskSource, namesRepository: boolean, isCited: boolean, paint: Paint): string {
  const { repository, path, startLine, endLine, kind, scope, symbol } = hit;
  const range = startLine === endLine ? startLine : `${startLine}-${endLine}`;
  const place = `${namesRepository ? `${visible(repository)}  ` : ''}${visible(path)}:${range}`;
  const name = visible([kind, qualifiedName({ scope, symbol })].join(' ').trimEnd());
  return `${String(number).padStart(2)} ${isCited ? paint.bold(place) : place}  ${paint.dim(name)}`;
}

function commitLines(context: GitContext | undefined, width: number, paint: Paint): string[] {
  if (context === undefined) return [];
  const { matching, recent } = context;
  return (matching.length > 0 ? matching : recent.slice(0, 3)).map(({ commit, authorDate, subject }) => {
    const text = `${authorDate.slice(0, 10)} ${visible(subject)}`;
    return `   ${paint.yellow(shortCommit(commit))} ${cutEnd(text, width - 13)}`;
  });
}

function unknownNote({ citations }: AskEnd, width: number): string[] {
  const unknown = [...new Set(citations.filter(({ source }) => source === null).map(({ text }) => visible(text)))];
  if (unknown.length === 0) return [];
  const named = unknown.slice(0, MOST_UNKNOWN).join(', ');
  const more = unknown.length > MOST_UNKNOWN ? ', …' : '';
  return wrap(`Not in the sources, so the model cannot have read it there: ${named}${more}`, width);
}

function summaryOf({ model, promptTokens, answerTokens, tookMs }: AskEnd): string {
  const tokens =
    promptTokens === null || answerTokens === null
      ? []
      : [`${counted(promptTokens, 'token')} to it, ${counted(answerTokens, 'token')} from it`];
  return [visible(model ?? ''), ...tokens, duration(tookMs)].join(', ');
}
