/**
 * Quotes code and names of a repository in an answer: a range with elided lines, text on one line,
 * code in Markdown. It knows no results. Pure.
 */

import type { LineRange } from '../base/searchTypes.ts';

/** A line that stands for the lines which are left out. */
export const ELLIPSIS = '. . .';

export interface Excerpt extends LineRange {
  /** All of its lines. */
  text: string;
  /** Ranges within its lines that are not shown, in order. */
  elided?: readonly LineRange[];
}

/** @returns the ranges that are shown, in order */
export function segmentsOf({ startLine, endLine, elided = [] }: LineRange & Pick<Excerpt, 'elided'>): LineRange[] {
  const segments: LineRange[] = [];
  let from = startLine;
  for (const gap of elided) {
    if (gap.startLine > from) segments.push({ startLine: from, endLine: gap.startLine - 1 });
    from = gap.endLine + 1;
  }
  if (from <= endLine) segments.push({ startLine: from, endLine });
  return segments;
}

/** @returns the lines that are shown, with an ELLIPSIS for each elided range */
export function shownText(excerpt: Excerpt): string {
  const { startLine, endLine, text, elided = [] } = excerpt;
  if (elided.length === 0) return text;
  const lines = text.split('\n').slice(0, endLine - startLine + 1);
  const parts: string[] = [];
  let next = startLine;
  for (const segment of segmentsOf(excerpt)) {
    if (segment.startLine > next) parts.push(ELLIPSIS);
    parts.push(...lines.slice(segment.startLine - startLine, segment.endLine - startLine + 1));
    next = segment.endLine + 1;
  }
  if (next <= endLine) parts.push(ELLIPSIS);
  return parts.join('\n');
}

/** `10-36`, `7`, `1-4,9-36` */
export function rangesText(ranges: readonly LineRange[]): string {
  return ranges
    .map(({ startLine, endLine }) => (startLine === endLine ? String(startLine) : `${startLine}-${endLine}`))
    .join(',');
}

/** @returns the parts of elided ranges that are inside of the range */
export function clipRanges(ranges: readonly LineRange[], { startLine, endLine }: LineRange): LineRange[] {
  return ranges
    .filter((range) => range.endLine >= startLine && range.startLine <= endLine)
    .map((range) => ({
      startLine: Math.max(range.startLine, startLine),
      endLine: Math.min(range.endLine, endLine),
    }));
}

/** True for a line with the beginning of a declaration, or all of it. */
export function declares(line: string, signature: string): boolean {
  const [bare, wanted] = [line.replace(/\s+/g, ''), signature.replace(/\s+/g, '')];
  return bare.length > 2 && wanted !== '' && (wanted.startsWith(bare) || bare.startsWith(wanted));
}

/**
 * Matches control characters, marks of writing direction, single surrogates, and what XML cannot
 * hold.
 */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]/gu;

/** Writes out characters that could break the line or change its order: `\n`, `\u202e`. */
export function oneLine(text: string): string {
  return text.replace(UNSAFE, (character) =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Puts a text in back-ticks, more of them than it has in a row. */
export function inlineCode(text: string): string {
  const ticks = '`'.repeat(longestRun(text, /`+/g) + 1);
  const pad = ticks.length > 1 ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

/** Puts a text in a fence that is longer than any in it. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text, /^[ \t>]*`{3,}/gm) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function longestRun(text: string, pattern: RegExp): number {
  return Math.max(0, ...(text.match(pattern) ?? []).map((run) => run.replace(/[^`]/g, '').length));
}
