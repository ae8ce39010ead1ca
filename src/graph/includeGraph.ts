/**
 * Tells which headers of the view include which: what a C file sees of the types and macros of
 * others. Only headers that are asked for are read, each once for a view.
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { addTo, getOrMake } from '../base/lists.ts';
import { HEADER } from '../languages/c.ts';
import { familyOf } from '../languages/languages.ts';
import type { PathIndex } from '../languages/modulePaths.ts';
import type { CallerView } from '../view/callerView.ts';
import { fileAt } from '../view/viewFiles.ts';
import { resolveModule } from './pathIndex.ts';
import type { SourceFile, SymbolContext } from './readFiles.ts';

/** Path → the files that it includes. */
export type IncludeGraph = ReadonlyMap<string, readonly string[]>;

const graphs = new WeakMap<CallerView, Map<string, readonly string[]>>();

/** @returns what a file of the family includes itself; nothing for others */
export function directIncludes({ imports, language }: SourceFile, path: string, index: PathIndex): string[] {
  if (familyOf(language) !== 'c') return [];
  return imports.flatMap(({ reference: { from } }) =>
    from === undefined ? [] : resolveModule(from, language, path, index).slice(0, 1),
  );
}

/** @returns a graph that holds all that can be reached from the files */
export async function includeGraphOf(
  context: SymbolContext,
  index: PathIndex,
  from: Iterable<string>,
): Promise<IncludeGraph> {
  const graph = getOrMake(graphs, context.view, () => new Map<string, readonly string[]>());
  const seen = new Set<string>();
  for (let open = [...from]; open.length > 0; ) {
    const fresh = open.filter((path) => !seen.has(path) && seen.add(path));
    const unread = fresh.filter((path) => !graph.has(path));
    for (const [path, included] of await includesOf(context, index, unread)) graph.set(path, included);
    open = fresh.flatMap((path) => graph.get(path) ?? []);
  }
  return graph;
}

async function includesOf(
  { store, view }: SymbolContext,
  index: PathIndex,
  paths: readonly string[],
): Promise<Map<string, string[]>> {
  const includes = new Map(paths.map((path): [string, string[]] => [path, []]));
  const keys = new Set(
    paths.flatMap((path) => {
      const file = HEADER.test(path) ? fileAt(view, path) : undefined;
      return file !== undefined && familyOf(file.language) === 'c' ? [blobKeyOf(file)] : [];
    }),
  );
  if (keys.size === 0) return includes;
  const stored = await store.rows({ blobs: [...keys] }, ['blobSha', 'language', 'references']);
  for (const row of [...stored, ...view.overlay]) {
    const key = rowKeyOf(row);
    if (!keys.has(key)) continue;
    for (const { path } of view.byBlob.get(key) ?? []) {
      if (!includes.has(path)) continue;
      const named = row.references.flatMap(({ kind, from }) =>
        kind === 'import' && from !== undefined ? resolveModule(from, row.language, path, index).slice(0, 1) : [],
      );
      for (const included of named) addTo(includes, path, included);
    }
  }
  return includes;
}

/** All files that the given ones include, themselves and what these include with them. */
export function includedBy(graph: IncludeGraph, direct: Iterable<string>): Set<string> {
  const seen = new Set(direct);
  for (const path of seen) for (const next of graph.get(path) ?? []) seen.add(next);
  return seen;
}
