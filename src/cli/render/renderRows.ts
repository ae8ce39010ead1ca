/** A table of two columns: names, and what is said of each in one line or several. */

import type { Paint } from '../../base/color.ts';

/** @param column of the names, in characters. @returns lines; none for a name of which nothing is said */
export function renderRows(
  rows: readonly (readonly [string, readonly string[]])[],
  column: number,
  paint: Paint,
): string[] {
  return rows.flatMap(([name, values]) =>
    values.map((value, at) => `${at === 0 ? paint.dim(name.padEnd(column)) : ' '.repeat(column)}${value}`),
  );
}
