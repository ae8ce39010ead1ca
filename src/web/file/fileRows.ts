/** Which lines of a long file are drawn. Pure. */

import type { Row } from '../code/excerpt.ts';

/** A browser draws these without a pause; the rest of a longer file is a gap above or below. */
const MOST = 3000;
/** Of them, above the lines that are looked at. */
const ABOVE = 500;

export interface FileText {
  text: string;
  start_line: number;
}

/** @param focus its first line is among the rows; 0 for none */
export function fileRows({ text, start_line }: FileText, focus: { startLine: number }): Row[] {
  const count = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  const wanted = Math.max(0, focus.startLine - start_line - ABOVE);
  const first = count <= MOST ? 0 : Math.min(wanted, count - MOST);
  const last = Math.min(count, first + MOST);
  const rows: Row[] = [];
  if (first > 0) rows.push({ gap: first });
  for (let index = first; index < last; index++) rows.push({ line: start_line + index, index });
  if (last < count) rows.push({ gap: count - last });
  return rows;
}
