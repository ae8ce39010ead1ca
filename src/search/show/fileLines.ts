/** The lines of a text by number, without copying the text. Pure. */

export interface FileLines {
  /** A last line's end begins no further line; an empty text has no line. */
  count: number;
  /** @param line 1-based, within the text */
  isBlank(line: number): boolean;
  /** Characters of the line, without its end. */
  lengthOf(line: number): number;
  /** Lines `from` to `to`, 1-based and inclusive, as far as they are there, without the last one's end. */
  slice(from: number, to: number): string;
}

export function fileLinesOf(text: string): FileLines {
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    starts.push(at);
    const end = text.indexOf('\n', at);
    at = end === -1 ? text.length : end + 1;
  }
  const startOf = (line: number): number => starts[line - 1] ?? text.length;
  const endOf = (line: number): number => {
    const next = startOf(line + 1);
    return next > startOf(line) && text.charCodeAt(next - 1) === 10 ? next - 1 : next;
  };
  return {
    count: starts.length,
    isBlank: (line) => text.slice(startOf(line), endOf(line)).trim() === '',
    lengthOf: (line) => endOf(line) - startOf(line),
    slice: (from, to) => text.slice(startOf(from), Math.max(startOf(from), endOf(Math.min(to, starts.length)))),
  };
}
