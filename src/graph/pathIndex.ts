/**
 * The paths of a view, indexed for looking up modules, with the names that manifests give to its
 * folders (go.mod, package.json, Cargo.toml, read from the index).
 */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { addTo } from '../base/lists.ts';
import { fileNameOf, folderOf } from '../base/paths.ts';
import { languageNamed } from '../languages/languages.ts';
import type { PathIndex } from '../languages/modulePaths.ts';
import type { SymbolContext } from './readFiles.ts';

export function indexPaths(paths: Iterable<string>, packages: ReadonlyMap<string, string> = new Map()): PathIndex {
  const all = new Set(paths);
  const filesIn = new Map<string, string[]>();
  const byName = new Map<string, string[]>();
  for (const path of all) {
    addTo(filesIn, folderOf(path), path);
    addTo(byName, fileNameOf(path), path);
  }
  return { paths: all, filesIn, byName, packages };
}

/**
 * Returns files of the view that a module means. A module that is not found is taken to be a
 * library: no guess by similar names.
 */
export function resolveModule(module: string, language: string, from: string, index: PathIndex): string[] {
  return languageNamed(language).modules?.paths(module, from, index) ?? [];
}

// Names that manifests give to folders of the view: go.mod, package.json and Cargo.toml, read from
// the index.

const MANIFEST_NAMES: Readonly<Record<string, RegExp>> = {
  'go.mod': /^module\s+"?([^\s"]+)/m,
  'package.json': /^\s{0,4}"name"\s*:\s*"([^"]+)"/m,
  'Cargo.toml': /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/m,
};

/** Those by which other repositories import what is in this one. */
export const SHARED_MANIFEST_NAMES: Readonly<Record<string, RegExp>> = {
  ...MANIFEST_NAMES,
  'pyproject.toml': /^\[(?:project|tool\.poetry)\][^[]*?^name\s*=\s*["']([^"']+)["']/m,
  'pom.xml': /<groupId>\s*([^<\s]+)\s*<\/groupId>/,
};

/** More manifests than these are a collection of projects that don't refer to each other. */
const MOST_MANIFESTS = 2000;

/** @returns package name → folder; the one nearest to the root where a name is given twice */
export async function readPackages(
  { store, view }: SymbolContext,
  names = MANIFEST_NAMES,
): Promise<Map<string, string>> {
  const manifests = view.files
    .filter(({ path }) => Object.hasOwn(names, fileNameOf(path)))
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
  const packages = new Map<string, string>();
  for (const file of manifests) {
    const rows = (texts.get(blobKeyOf(file)) ?? []).sort((a, b) => a.startLine - b.startLine);
    const name = names[fileNameOf(file.path)]!.exec(rows.map(({ text }) => text).join('\n'))?.[1];
    if (name !== undefined && !packages.has(name)) packages.set(name, folderOf(file.path));
  }
  return packages;
}
