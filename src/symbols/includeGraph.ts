/** Which headers of the view include which: what a C file sees of the types and macros of others. Read once for a view. */

import { addTo } from '../groupBy.ts';
import { blobKeyOf, rowKeyOf } from '../identity.ts';
import type { CallerView } from '../search/callerView.ts';
import type { PathIndex } from './pathIndex.ts';
import { resolveModule } from './resolveModule.ts';
import type { SymbolContext } from './rowsOfName.ts';

/** Path → the files that it includes. */
export type IncludeGraph = ReadonlyMap<string, readonly string[]>;

const C_FAMILY: ReadonlySet<string> = new Set(['c', 'cpp', 'objc']);
const HEADER = /\.(h|hh|hpp|hxx|inc|inl|ipp|tcc)$/;
const graphs = new WeakMap<CallerView, Promise<IncludeGraph>>();

export function isIncluding(language: string): boolean {
  return C_FAMILY.has(language);
}

export function includeGraphOf(context: SymbolContext, index: PathIndex): Promise<IncludeGraph> {
  const known = graphs.get(context.view);
  if (known !== undefined) return known;
  const graph = readGraph(context, index);
  graphs.set(context.view, graph);
  return graph;
}

async function readGraph({ store, view }: SymbolContext, index: PathIndex): Promise<IncludeGraph> {
  const headers = view.files.filter(({ path, language }) => C_FAMILY.has(language) && HEADER.test(path));
  const keys = new Set(headers.map(blobKeyOf));
  const graph = new Map<string, string[]>();
  if (keys.size === 0) return graph;
  const stored = await store.rows({ blobs: [...keys] }, ['blobSha', 'language', 'references']);
  for (const row of [...stored, ...view.overlay]) {
    const key = rowKeyOf(row);
    if (!keys.has(key)) continue;
    for (const { path } of view.byBlob.get(key) ?? []) {
      const includes = row.references.flatMap(({ kind, from }) =>
        kind === 'import' && from !== undefined ? resolveModule(from, row.language, path, index).slice(0, 1) : [],
      );
      for (const included of includes) addTo(graph, path, included);
    }
  }
  return graph;
}

/** All files that the given ones include, themselves and what these include with them. */
export function includedBy(graph: IncludeGraph, direct: Iterable<string>): Set<string> {
  const seen = new Set(direct);
  for (const path of seen) for (const next of graph.get(path) ?? []) seen.add(next);
  return seen;
}
