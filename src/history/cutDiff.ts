/** A diff shortened to so many lines, fairly among its files. Pure. */

export interface CutDiff {
  text: string;
  /** Lines that are left, without the marks of what was cut. */
  lines: number;
  cut: number;
}

/** With less room only the head of a file's diff would be seen. */
const LEAST = 8;

/**
 * Each file keeps its beginning; where something is missing a line says how much: `… 35 more lines of src/main.c`.
 * @param diffs as git writes them; their `index` lines are left out
 */
export function cutDiff(
  diffs: readonly { path: string; text: string }[],
  most: { lines: number; ofFile: number },
): CutDiff {
  const files = diffs.map(({ path, text }) => ({ path, lines: linesOf(text) }));
  const out: string[] = [];
  let left = most.lines;
  const late: string[][] = [];
  for (const { path, lines } of files) {
    if (left < Math.min(LEAST, lines.length)) {
      late.push(lines);
      continue;
    }
    const kept = lines.slice(0, files.length === 1 ? left : Math.min(left, most.ofFile));
    left -= kept.length;
    out.push(...kept);
    if (kept.length < lines.length) out.push(`… ${counted(lines.length - kept.length, 'more line')} of ${path}`);
  }
  const lateLines = late.reduce((sum, lines) => sum + lines.length, 0);
  if (late.length > 0) out.push(`… ${counted(lateLines, 'line')} of ${counted(late.length, 'more file')}`);
  const all = files.reduce((sum, { lines }) => sum + lines.length, 0);
  return { text: out.join('\n'), lines: most.lines - left, cut: all - (most.lines - left) };
}

function linesOf(text: string): string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const hunk = lines.findIndex((line) => line.startsWith('@@'));
  return lines.filter((line, at) => !((hunk === -1 || at < hunk) && line.startsWith('index ')));
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
