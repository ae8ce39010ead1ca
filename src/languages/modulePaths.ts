/**
 * The paths of a view as modules are looked up in them, and the ways to look that languages share.
 * Pure.
 */

import { fileNameOf, folderOf } from '../base/paths.ts';

export interface PathIndex {
  paths: ReadonlySet<string>;
  /** Files directly in a folder; '' is the root. */
  filesIn: ReadonlyMap<string, readonly string[]>;
  /** Files by the last part of their path. */
  byName: ReadonlyMap<string, readonly string[]>;
  /** Name of a module or package, as its manifest says → its folder. */
  packages: ReadonlyMap<string, string>;
  /**
   * Returns the paths from its folder that a package gives for what stands behind its name in a
   * module: '' or `/retry`. None where its manifest says nothing of it.
   */
  targets(name: string, rest: string): readonly string[];
}

/** Finds the only file whose path ends with the module's. */
export function suffixPaths(module: string, ends: readonly string[], { byName }: PathIndex): string[] {
  const found = new Set<string>();
  for (const end of ends) {
    const wanted = joinPath(module + end);
    for (const path of byName.get(fileNameOf(wanted)) ?? []) {
      if (path === wanted || path.endsWith(`/${wanted}`)) found.add(path);
    }
  }
  return found.size === 1 ? [...found] : [];
}

/**
 * Finds a file that is named with its ending: beside the other, from the root, else the only one
 * whose path ends like that.
 */
export function filePaths(module: string, from: string, index: PathIndex): string[] {
  const beside = joinPath(folderOf(from), module);
  if (index.paths.has(beside)) return [beside];
  if (index.paths.has(module)) return [module];
  return /^\.\.?\//.test(module) ? [] : suffixPaths(module, [''], index);
}

/** Finds files by their path; `package:NAME/` before it is left out. */
export const FILE_MODULES = {
  paths: (module: string, from: string, index: PathIndex): string[] =>
    filePaths(module.replace(/^package:[^/]+\//, ''), from, index),
};

/** Joins and takes out `.` and `..`. */
export function joinPath(...parts: readonly string[]): string {
  const out: string[] = [];
  for (const part of parts.join('/').split('/')) {
    if (part === '..') out.pop();
    else if (part !== '.' && part !== '') out.push(part);
  }
  return out.join('/');
}
