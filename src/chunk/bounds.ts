/** At which lines what is shown of a file may begin and end. */

import type { Bounds } from '../frame.ts';
import type { Captures } from './codeCaptures.ts';
import type { LineIndex } from './indexLines.ts';
import type { Span } from './parser.ts';
import type { Segment } from './segments.ts';

/** Where a parser says what the statements are. */
export class StatementBounds implements Bounds {
  readonly begins = new Set<number>();
  readonly ends = new Set<number>();
}

/** A longer comment may stand alone: what follows it is shown without it. */
const MOST_COMMENT_LINES = 20;

const FILLED = /\S/;
/** Blank characters that a grammar may count to a statement. */
const MOST_BLANK = 200;

/**
 * A statement counts where nothing stands before it on its first line; on its last one a separator and a comment may follow. A comment
 * belongs to the statement under it, and so does a decorator that the grammar puts beside it.
 */
export function addStatements(
  bounds: StatementBounds,
  text: string,
  { statements, statementEnds, comments, decorators }: Omit<Captures, 'references'>,
  { lineAt, firstAt }: LineIndex,
): void {
  const commentStarts = new Set(comments.map(({ start }) => start));
  const decoratorStarts = new Set(decorators.map(({ start }) => start));
  const isFirst = (offset: number): boolean => firstAt(offset, FILLED) === offset;
  const lastOf = ({ start, end }: Span): number => {
    let last = end;
    while (last > start && end - last < MOST_BLANK && /\s/.test(text[last - 1]!)) last -= 1;
    return last;
  };
  const isLast = (end: number): boolean => {
    let next = end;
    while (next < text.length && /[;, \t\r]/.test(text[next]!)) next += 1;
    return next >= text.length || text[next] === '\n' || commentStarts.has(next);
  };
  const addEnd = (span: Span): void => {
    const last = lastOf(span);
    if (isLast(last)) bounds.ends.add(lineAt(last - 1));
  };
  for (const span of statements) {
    if (commentStarts.has(span.start) || decoratorStarts.has(span.start)) continue;
    if (lastOf(span) === span.start || !isFirst(span.start)) continue;
    bounds.begins.add(lineAt(span.start));
    addEnd(span);
  }
  for (const span of statementEnds) addEnd(span);
  for (const { start, end } of leadsOf([...comments, ...decorators])) addLead(bounds, start, end);

  /** Runs of comments and decorators on lines of their own. */
  function leadsOf(spans: readonly Span[]): { start: number; end: number }[] {
    const runs: { start: number; end: number }[] = [];
    for (const span of spans.toSorted((a, b) => a.start - b.start)) {
      const last = lastOf(span);
      if (!isFirst(span.start) || !isLast(last)) continue;
      const [start, end] = [lineAt(span.start), lineAt(Math.max(span.start, last - 1))];
      const before = runs.at(-1);
      if (before !== undefined && start <= before.end + 1) before.end = Math.max(before.end, end);
      else runs.push({ start, end });
    }
    return runs;
  }
}

function addLead({ begins, ends }: StatementBounds, start: number, end: number): void {
  for (let line = start; line <= end; line++) {
    begins.delete(line);
    ends.delete(line);
  }
  begins.add(start);
  if (!begins.has(end + 1)) ends.add(end);
  else if (end - start < MOST_COMMENT_LINES) begins.delete(end + 1);
}

/** Definitions begin with their comments. What no parser has read has paragraphs. */
export function boundsOf(
  lines: readonly string[],
  segments: readonly Segment[],
  statements: StatementBounds | null,
): Bounds {
  const bounds = statements ?? paragraphs(lines);
  const add = (some: readonly Segment[]): void => {
    for (const { startLine, endLine, children } of some) {
      bounds.begins.add(startLine);
      bounds.ends.add(endLine);
      add(children);
    }
  };
  add(segments);
  return statements === null ? bounds : withoutInner(lines, bounds);
}

/** The first of a list is shown with the line that opens the list, the last one with what closes it. */
function withoutInner(lines: readonly string[], { begins, ends }: StatementBounds): Bounds {
  const filled = [...lines.keys()].filter((at) => lines[at]!.trim() !== '').map((at) => at + 1);
  const kept = new StatementBounds();
  for (const [at, line] of filled.entries()) {
    const [before, after] = [filled[at - 1], filled[at + 1]];
    if (begins.has(line) && (before === undefined || ends.has(before))) kept.begins.add(line);
    if (ends.has(line) && (after === undefined || begins.has(after))) kept.ends.add(line);
  }
  return kept;
}

function paragraphs(lines: readonly string[]): StatementBounds {
  const bounds = new StatementBounds();
  const isBlank = (at: number): boolean => (lines[at] ?? '').trim() === '';
  for (const at of lines.keys()) {
    if (isBlank(at)) continue;
    if (isBlank(at - 1)) bounds.begins.add(at + 1);
    if (isBlank(at + 1)) bounds.ends.add(at + 1);
  }
  return bounds;
}
