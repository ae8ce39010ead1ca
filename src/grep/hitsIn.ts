/** The hits of one text: where they are and what is shown of them. */

import type { CompiledPattern, Span } from './compilePattern.ts';

/** One line that matches. */
export interface GrepHit {
  /** Repository-relative, with `/`. */
  path: string;
  /** 1-based. */
  line: number;
  /** Of the first match, 1-based, in UTF-16 code units of the line (as editors and language servers count); a byte-order mark is not counted. */
  column: number;
  /** The line without its line ending; of a long line the part around the first match, with … where something is left out. */
  preview: string;
  /** The matches as they stand in `preview`: UTF-16 code units, half-open. */
  matches: Span[];
  /** Up to `before` lines before the hit, cut at their ends; they may hold hits of their own. */
  before: string[];
  after: string[];
}

export interface Shape {
  before: number;
  after: number;
  /** The longest preview in UTF-16 code units. */
  previewWidth: number;
}

/** Matches beyond are not marked in a preview. */
const MAX_MATCHES = 50;

/** @returns the first `limit` hits, in order of lines */
export function hitsIn(
  path: string,
  text: string,
  pattern: Pick<CompiledPattern, 'matchesIn'>,
  shape: Shape,
  limit: number,
): GrepHit[] {
  const lines = linesOf(text);
  const hits: GrepHit[] = [];
  for (let at = 0; at < lines.length && hits.length < limit; at++) {
    const line = lines[at]!;
    const spans = pattern.matchesIn(line, MAX_MATCHES);
    if (spans.length === 0) continue;
    hits.push({
      path,
      line: at + 1,
      column: spans[0]!.start + 1,
      ...previewOf(line, spans, shape.previewWidth),
      before: lines.slice(Math.max(0, at - shape.before), at).map((other) => cut(other, shape.previewWidth)),
      after: lines.slice(at + 1, at + 1 + shape.after).map((other) => cut(other, shape.previewWidth)),
    });
  }
  return hits;
}

/** Split at \n; a \r before it belongs to the line ending. What follows the last \n is a line only if it is not empty. */
export function linesOf(text: string): string[] {
  const lines = (text.startsWith('\ufeff') ? text.slice(1) : text).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function previewOf(line: string, spans: readonly Span[], width: number): { preview: string; matches: Span[] } {
  if (line.length <= width) return { preview: line, matches: [...spans] };
  const first = spans[0]!;
  // A quarter of the room before the match shows what it belongs to.
  const wanted = Math.max(0, Math.min(first.start - Math.floor(width / 4), line.length - width));
  const from = onCharacter(line, wanted);
  const to = onCharacter(line, Math.min(line.length, from + width));
  const lead = from > 0 ? '…' : '';
  const shift = lead.length - from;
  const matches = spans
    .filter((span) => span.start < to && span.end > from - 1)
    .map((span) => ({ start: Math.max(span.start, from) + shift, end: Math.min(span.end, to) + shift }));
  return { preview: lead + line.slice(from, to) + (to < line.length ? '…' : ''), matches };
}

function cut(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, onCharacter(line, width))}…`;
}

/** The nearest position at or before `at` that does not split a character. */
function onCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && at < text.length && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
