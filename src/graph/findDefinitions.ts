/** Definitions of names in the caller's view. Exact names only; which spelling was meant is symbols.ts's question. */

import { groupBy } from '../base/groupBy.ts';
import { rowKeyOf } from '../base/identity.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import { DEFINES, joinedName } from '../base/words.ts';
import { COLUMNS, fileOf, type Row } from './readFiles.ts';
import type { Target } from './resolveReference.ts';
import { filesOf, rowsOfName, type SymbolContext } from './rowsOfName.ts';

/** Where a name is defined. Lines are those of the whole definition. */
export interface SymbolHit extends Target {
  startLine: number;
  endLine: number;
  status: FileStatus;
  scope: string[];
}

/** @returns definitions whose names differ from a wanted one at most in case and separators, by path and line */
export async function findDefinitions(context: SymbolContext, names: Iterable<string>): Promise<SymbolHit[]> {
  const wanted = new Set([...names].map(joinedName));
  const { chunkIds, keys } = await rowsOfName(context, DEFINES, names);
  const stored: Row[] = chunkIds.length === 0 ? [] : await context.store.rows({ chunkIds }, COLUMNS);
  const fresh: Row[] = context.view.overlay.filter((row) => keys.has(rowKeyOf(row)));
  const hits: SymbolHit[] = [];
  for (const [key, rows] of groupBy([...stored, ...fresh], rowKeyOf)) {
    for (const definition of fileOf(rows).definitions) {
      if (!wanted.has(joinedName(definition.name))) continue;
      for (const { path, language, status } of filesOf(context, key))
        hits.push({ ...definition, path, language, status });
    }
  }
  return hits.sort(byPlace);
}

function byPlace(a: { path: string; startLine: number }, b: { path: string; startLine: number }): number {
  return a.path === b.path ? a.startLine - b.startLine : a.path < b.path ? -1 : 1;
}

/** What tells a definition from all others in the view. */
export function placeOf({ path, startLine, name }: { path: string; startLine: number; name: string }): string {
  return `${path}\0${startLine}\0${name}`;
}
