/**
 * The paths of a view, indexed for looking up modules, with the names that manifests give to its
 * folders (go.mod, package.json, Cargo.toml, read from the index).
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { addTo } from '../base/lists.ts';
import { fileNameOf, folderOf } from '../base/paths.ts';
import { languageNamed } from '../languages/languages.ts';
import type { PathIndex } from '../languages/modulePaths.ts';
import { entryTargets, MANIFESTS, type Manifest } from './manifests.ts';
import type { SymbolContext } from './readFiles.ts';

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
