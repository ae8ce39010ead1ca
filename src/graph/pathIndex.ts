/**
 * The paths of a view, indexed for looking up modules, with the names that manifests give to its
 * folders (go.mod, package.json, Cargo.toml, read from the index).
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { addTo, getOrMake } from '../base/lists.ts';
import { fileNameOf, folderOf } from '../base/paths.ts';
import { HEADER } from '../languages/c.ts';
import { familyOf, languageNamed } from '../languages/languages.ts';
import type { PathIndex } from '../languages/modulePaths.ts';
import type { CallerView } from '../view/callerView.ts';
import { fileAt } from '../view/viewFiles.ts';
import { entryTargets, MANIFESTS, type Manifest } from './manifests.ts';
import type { SourceFile, SymbolContext } from './readFiles.ts';

export function indexPaths(paths: Iterable<string>, packages: Packages = new Map()): PathIndex {
  const all = new Set(paths);
  const filesIn = new Map<string, string[]>();
  const byName = new Map<string, string[]>();
  for (const path of all) {
    addTo(filesIn, folderOf(path), path);
    addTo(byName, fileNameOf(path), path);
  }
  const targets = (name: string, rest: string): readonly string[] => {
    const { entries } = packages.get(name) ?? {};
    return entries === undefined ? [] : entryTargets(entries, rest);
  };
  const folders = new Map([...packages].map(([name, { folder }]) => [name, folder]));
  return { paths: all, filesIn, byName, packages: folders, targets };
}

/**
 * Returns files of the view that a module means. A module that is not found is taken to be a
 * library: no guess by similar names.
 */
export function resolveModule(module: string, language: string, from: string, index: PathIndex): string[] {
  return languageNamed(language).modules?.paths(module, from, index) ?? [];
}

// The manifests of the view, read from the index.

/** More manifests than these are a collection of projects that don't refer to each other. */
const MOST_MANIFESTS = 2000;

/** The packages of a view by name; the one nearest to the root where a name is given twice. */
export type Packages = ReadonlyMap<string, { folder: string } & Pick<Manifest, 'entries'>>;

export async function readPackages({ store, view }: SymbolContext, readers = MANIFESTS): Promise<Packages> {
  const manifests = view.files
    .filter(({ path }) => Object.hasOwn(readers, fileNameOf(path)))
    .sort((a, b) => a.path.length - b.path.length)
    .slice(0, MOST_MANIFESTS);
  if (manifests.length === 0) return new Map();
  const texts = new Map<string, { startLine: number; text: string }[]>();
  const columns = ['blobSha', 'language', 'startLine', 'text'] as const;
  const keys = new Set(manifests.map(blobKeyOf));
  for (const row of [...(await store.rows({ blobs: [...keys] }, columns)), ...view.overlay]) {
    const key = rowKeyOf(row);
    if (keys.has(key)) addTo(texts, key, row);
  }
  const packages = new Map<string, { folder: string } & Pick<Manifest, 'entries'>>();
  for (const file of manifests) {
    const rows = (texts.get(blobKeyOf(file)) ?? []).sort((a, b) => a.startLine - b.startLine);
    const { names, entries } = readers[fileNameOf(file.path)]!(rows.map(({ text }) => text).join('\n'));
    for (const name of names) if (!packages.has(name)) packages.set(name, { folder: folderOf(file.path), entries });
  }
  return packages;
}

// Tells which headers of the view include which: what a C file sees of the types and macros of
// others. Only headers that are asked for are read, each once for a view.

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
