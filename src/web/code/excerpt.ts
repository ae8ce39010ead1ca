/** Which lines of a result are shown at first. Pure. */

import type { SearchHit } from '../../base/searchTypes.ts';
import type { QueryWords } from '../../search/queryWords.ts';
import { chooseLines } from '../../search/renderExcerpt.ts';

/** A line, or a gap of lines that are left out. */
export type Row = { line: number; index: number } | { gap: number };

const CONTEXT = 2;
/** Lines that could as well be shown as left out. */
const LEAST_HIDDEN = 3;

/**
 * @param hit its `text` begins at `startLine`
 * @param maxLines shown at most; Infinity for all, also those that the search would leave out
 */
export function excerptRows(
  hit: Pick<SearchHit, 'text' | 'startLine' | 'signature' | 'elided'>,
  words: QueryWords,
  maxLines: number,
): Row[] {
  const lines = hit.text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const isElided = (line: number) =>
    maxLines !== Infinity && (hit.elided ?? []).some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const kept = [...lines.keys()].filter((index) => !isElided(hit.startLine + index));
  const chosen = kept.length <= maxLines + LEAST_HIDDEN ? kept : chooseOf(kept, lines, hit.signature, words, maxLines);
  const rows: Row[] = [];
  let next = 0;
  for (const index of chosen) {
    if (index > next) rows.push({ gap: index - next });
    rows.push({ line: hit.startLine + index, index });
    next = index + 1;
  }
  if (next < lines.length) rows.push({ gap: lines.length - next });
  return rows;
}

function chooseOf(
  kept: readonly number[],
  lines: readonly string[],
  signature: string,
  words: QueryWords,
  maxLines: number,
): number[] {
  const texts = kept.map((index) => lines[index]!);
  return chooseLines(texts, words, { maxLines, context: CONTEXT, signature }).map((at) => kept[at]!);
}
