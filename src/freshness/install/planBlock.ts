/**
 * Lines of a text file that belong to Cora, between two comments at its end, put in or taken out
 * without a trace. Pure.
 */

/** Two comments, each a whole line. */
export interface BlockMarks {
  begin: string;
  end: string;
}

/** @param before latin1, null where there is no file; @param lines without line ends */
export function addBlock(before: string | null, lines: readonly string[], { begin, end }: BlockMarks): string {
  const text = before ?? '';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  // The line end before it belongs to it, so that taking it out needs to know nothing of the rest.
  return `${text}${before === null ? '' : eol}${[begin, ...lines, end].join(eol)}${eol}`;
}

/** @returns null where nothing but the block was there: the file had been made for it */
export function takeOutBlock(before: string, marks: BlockMarks): string | null {
  const block = blockIn(before, marks);
  const rest = block === '' ? before : before.replace(block, '');
  return rest === '' && block.startsWith(marks.begin) ? null : rest;
}

/** @returns the lines between the comments; null where there is no block */
export function linesOfBlock(text: string, marks: BlockMarks): string[] | null {
  const block = blockIn(text, marks);
  return block === '' ? null : block.trim().split(/\r?\n/).slice(1, -1);
}

/** @returns '' where there is none. Where the first one has no end, no other has */
function blockIn(text: string, { begin, end }: BlockMarks): string {
  const start = lineWith(text, begin, 0);
  const last = start === -1 ? -1 : lineWith(text, end, start + begin.length);
  if (last === -1) return '';
  const from = text.startsWith('\r\n', start - 2) ? start - 2 : Math.max(0, start - 1);
  const to = /^\r?\n?/.exec(text.slice(last + end.length, last + end.length + 2))![0].length;
  return text.slice(from, last + end.length + to);
}

/** @returns where a line of exactly this text begins; -1 for none */
function lineWith(text: string, line: string, from: number): number {
  for (let at = text.indexOf(line, from); at !== -1; at = text.indexOf(line, at + 1)) {
    const next = text.slice(at + line.length, at + line.length + 2);
    const isWhole = next === '' || next.startsWith('\n') || next === '\r\n';
    if (isWhole && (at === 0 || text[at - 1] === '\n')) return at;
  }
  return -1;
}
