/** What a change of a small file is, as people know it from `git diff`. The change is one piece of lines. */

import type { Paint } from '../../base/color.ts';
import { visible } from '../../base/renderText.ts';

/** Lines around the change. */
const AROUND = 3;

/** @returns text that ends with a newline */
export function renderDiff(name: string, before: string | null, after: string | null, paint: Paint): string {
  const old = linesOf(before);
  const young = linesOf(after);
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < young.length - start && old.at(-1 - end) === young.at(-1 - end)) end += 1;
  const first = Math.max(0, start - AROUND);
  const same = (lines: readonly string[]): string[] => lines.map((line) => ` ${visible(line)}`);
  const body = [
    ...same(old.slice(first, start)),
    ...old.slice(start, old.length - end).map((line) => paint.red(`-${visible(line)}`)),
    ...young.slice(start, young.length - end).map((line) => paint.green(`+${visible(line)}`)),
    ...same(old.slice(old.length - end, old.length - end + AROUND)),
  ];
  const range = (lines: readonly string[]): string =>
    `${lines.length === 0 ? 0 : first + 1},${Math.min(lines.length - end + AROUND, lines.length) - first}`;
  return [
    paint.bold(`--- ${before === null ? '/dev/null' : visible(name)}`),
    paint.bold(`+++ ${after === null ? '/dev/null' : visible(name)}`),
    paint.dim(`@@ -${range(old)} +${range(young)} @@`),
    ...body,
    '',
  ].join('\n');
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.replace(/\r$/, ''));
}
