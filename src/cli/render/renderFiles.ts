/** What people see of `cora files`: a line for each file, and how many of them are indexed. */

import { createPaint } from '../../base/color.ts';
import { count, counted, size, tally, tallyOf } from '../../base/renderNumbers.ts';
import { visible, wrap } from '../../base/renderText.ts';
import type { CatalogueEntry } from '../../base/types.ts';

export interface FilesOptions {
  color?: boolean;
  width?: number;
}

/**
 * A path stands at the end of its line and is never cut, so that scripts find it there.
 * @returns text that ends with a newline
 */
export function renderFiles(
  entries: readonly CatalogueEntry[],
  { color = false, width = 80 }: FilesOptions = {},
): string {
  const paint = createPaint(color);
  const label = (entry: CatalogueEntry) => (entry.indexed ? entry.language : (entry.reason ?? 'not indexed'));
  const labels = Math.max(0, ...entries.map((entry) => label(entry).length));
  const lines = entries.map((entry) => {
    const line = `${size(entry.size_bytes).padStart(8)}  ${label(entry).padEnd(labels)}  `;
    const path = visible(entry.path);
    return entry.indexed ? paint.dim(line) + path : paint.dim(line + path);
  });
  const left = entries.filter((entry) => !entry.indexed);
  const why = left.length === 0 ? '' : `; ${count(left.length)} left out: ${tally(tallyOf(left.map(label)))}`;
  const sum = `${counted(entries.length - left.length, 'file')} indexed${why}`;
  return `${[...lines, ...(lines.length === 0 ? [] : ['']), ...wrap(sum, width).map(paint.dim)].join('\n')}\n`;
}
