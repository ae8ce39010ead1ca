/** A hit as a language model is shown it: each line with its number, `12|const a = 1;`, elided ones as `. . .`. Pure. */

import type { SearchHit } from '../base/searchTypes.ts';
import { ELLIPSIS, segmentsOf } from '../search/segments.ts';

export function numberLines(hit: SearchHit): string[] {
  const { startLine, endLine, text, isPiece } = hit;
  // A part of one very long line.
  if (isPiece === true) return [`${startLine}|${ELLIPSIS} ${text} ${ELLIPSIS}`];
  const lines = text.split('\n').slice(0, endLine - startLine + 1);
  const shown: string[] = [];
  let next = startLine;
  for (const segment of segmentsOf(hit)) {
    if (segment.startLine > next) shown.push(ELLIPSIS);
    for (let line = segment.startLine; line <= segment.endLine; line++)
      shown.push(`${line}|${lines[line - startLine]!.replace(/\r$/, '')}`);
    next = segment.endLine + 1;
  }
  if (next <= endLine) shown.push(ELLIPSIS);
  return shown;
}
