/** Names that manifests give to folders of the view: go.mod, package.json and Cargo.toml, read from the index. */

import { addTo } from '../base/groupBy.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { fileNameOf, folderOf } from '../base/pathParts.ts';
import type { SymbolContext } from './rowsOfName.ts';

const NAMES: Readonly<Record<string, RegExp>> = {
  'go.mod': /^module\s+"?([^\s"]+)/m,
  'package.json': /^\s{0,4}"name"\s*:\s*"([^"]+)"/m,
  'Cargo.toml': /^\[package\][^[]*?^name\s*=\s*"([^"]+)"/m,
};

/** Those by which other repositories import what is in this one. */
export const SHARED_NAMES: Readonly<Record<string, RegExp>> = {
  ...NAMES,
  'pyproject.toml': /^\[(?:project|tool\.poetry)\][^[]*?^name\s*=\s*["']([^"']+)["']/m,
  'pom.xml': /<groupId>\s*([^<\s]+)\s*<\/groupId>/,
};

/** More manifests than these are a collection of projects that don't refer to each other. */
const MOST_MANIFESTS = 2000;

/** @returns package name → folder; the one nearest to the root where a name is given twice */
export async function readPackages({ store, view }: SymbolContext, names = NAMES): Promise<Map<string, string>> {
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
