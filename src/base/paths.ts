/**
 * Paths as texts: the folder and the name of one, lines of a file. Looks at no file, and at nothing
 * that a browser lacks. Pure.
 */

/** `a/b.ts` → 'a'; '' at the top */
export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '' : path.slice(0, at);
}

/** `a/b.ts` → 'b.ts' */
export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Orders by path, as code units say it. */
export function comparePaths(a: { path: string }, b: { path: string }): number {
  return a.path === b.path ? 0 : a.path < b.path ? -1 : 1;
}

/** Lines that somebody asks for, both included; without `endLine` to the end of the file. */
export interface AskedLines {
  startLine: number;
  endLine?: number;
}

/** Reads `10-36`, `10-` or `10`. @returns null for what says no lines; line 1 is the first */
export function linesIn(text: string): AskedLines | null {
  const [, start, dash, end] = /^(\d{1,9})\s*(?:(-)\s*(\d{1,9})?)?$/.exec(text.trim()) ?? [];
  const startLine = Number(start);
  if (start === undefined || startLine === 0) return null;
  if (dash === undefined) return { startLine, endLine: startLine };
  return end === undefined ? { startLine } : { startLine, endLine: Number(end) };
}

/** Splits `src/a.ts:10-36` into the path and the text of the lines, which is null without any. */
export function splitPlace(text: string): { path: string; lines: string | null } {
  const [, path, lines] = /^(.+?):(\d+(?:-\d*)?)$/s.exec(text) ?? [];
  return path === undefined ? { path: text, lines: null } : { path, lines: lines! };
}
