/** The line of a text that holds a place, if it is one that people write: whoever looks for many lines looks at a bounded text. */

export interface Line {
  start: number;
  text: string;
}

const MOST = 8_000;

/** @param at in the line, or its line break; null for a longer line */
export function lineAround(text: string, at: number): Line | null {
  const from = Math.max(0, at - MOST);
  const window = text.slice(from, at + MOST);
  const start = at > from ? window.lastIndexOf('\n', at - from - 1) + 1 : 0;
  if (start === 0 && from > 0) return null;
  const next = window.indexOf('\n', at - from);
  if (next === -1 && from + window.length < text.length) return null;
  return { start: from + start, text: window.slice(start, next === -1 ? window.length : next) };
}
