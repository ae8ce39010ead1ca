/** The paths of a view, indexed for looking up modules, and arithmetic on paths. */

import { addTo } from '../base/groupBy.ts';
import { fileNameOf, folderOf } from '../base/pathParts.ts';

export interface PathIndex {
  paths: ReadonlySet<string>;
  /** Files directly in a folder; '' is the root. */
  filesIn: ReadonlyMap<string, readonly string[]>;
  /** Files by the last part of their path. */
  byName: ReadonlyMap<string, readonly string[]>;
  /** Name of a module or package, as its manifest says → its folder. */
  packages: ReadonlyMap<string, string>;
}

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

/** The only file whose path ends with the module's. */
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

/** Joins and takes out `.` and `..`. */
export function joinPath(...parts: readonly string[]): string {
  const out: string[] = [];
  for (const part of parts.join('/').split('/')) {
    if (part === '..') out.pop();
    else if (part !== '.' && part !== '') out.push(part);
  }
  return out.join('/');
}
