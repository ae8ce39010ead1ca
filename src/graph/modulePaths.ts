/** Module paths of languages whose modules are folders or namespaces: Go, the JVM's, Rust, PHP. */

import { folderOf } from '../base/pathParts.ts';
import { joinPath, type PathIndex, suffixPaths } from './pathIndex.ts';

/** The folder that go.mod's module path leads to; a test file's own package counts as the folder's. */
export function goPaths(module: string, { packages, filesIn }: PathIndex): string[] {
  let best: { name: string; folder: string } | null = null;
  for (const [name, folder] of packages) {
    if ((module === name || module.startsWith(`${name}/`)) && name.length > (best?.name.length ?? 0))
      best = { name, folder };
  }
  if (best === null) return [];
  const folder = joinPath(best.folder, module.slice(best.name.length));
  return (filesIn.get(folder) ?? []).filter((path) => path.endsWith('.go'));
}

const JVM = ['.java', '.kt', '.scala', '.groovy'];

/** `a.b.C` is a file C in a folder that ends with a/b, or something in any file of that folder; `a.b` all files of it. */
export function jvmPaths(module: string, { byName, filesIn }: PathIndex): string[] {
  const parts = module.replace(/\.[*_]$/, '').split('.');
  for (let length = parts.length; length >= Math.max(1, parts.length - 2); length--) {
    const path = parts.slice(0, length).join('/');
    const files = JVM.flatMap((end) => byName.get(`${parts[length - 1]}${end}`) ?? []).filter((file) =>
      endsWith(file.replace(/\.\w+$/, ''), path),
    );
    if (files.length > 0 && (length > 1 || parts.length === 1)) return files;
  }
  for (const length of [parts.length, parts.length - 1]) {
    if (length < 2) continue;
    const package_ = parts.slice(0, length).join('/');
    const files = [...filesIn].flatMap(([folder, inside]) => (endsWith(folder, package_) ? inside : []));
    if (files.length > 0) return files.filter((path) => JVM.some((end) => path.endsWith(end)));
  }
  return [];
}

function endsWith(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`);
}

/** `crate::a::b`, `super::a`, `self::a`, `other_crate::a`; a module of the file's own is named without any of these. */
export function rustPaths(module: string, from: string, index: PathIndex): string[] {
  const parts = module.split('::').filter((part) => part !== '');
  const crate = crateOf(from, index);
  const [first = ''] = parts;
  if (first === 'crate') return crate === null ? [] : rustFile(crate, parts.slice(1), index);
  if (first === 'self' || first === 'super') {
    let folder = moduleFolder(from);
    let rest = parts;
    while (rest[0] === 'super' || rest[0] === 'self') {
      if (rest[0] === 'super') {
        if (rest.length === 1) return rustModule(folderOf(folder), index);
        folder = folderOf(folder);
      }
      rest = rest.slice(1);
    }
    return rest.length === 0 ? [from] : rustFile(folder, rest, index);
  }
  const other = index.packages.get(first) ?? index.packages.get(first.replace(/_/g, '-'));
  if (other !== undefined) return rustFile(joinPath(other, 'src'), parts.slice(1), index);
  return rustFile(moduleFolder(from), parts, index, parts.length);
}

/** The folder of src that holds lib.rs or main.rs, upwards. */
function crateOf(from: string, { paths }: PathIndex): string | null {
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    if (paths.has(joinPath(folder, 'lib.rs')) || paths.has(joinPath(folder, 'main.rs'))) return folder;
    if (folder === '') return null;
  }
}

/** Where the submodules of a file lie: a.rs and a/mod.rs both have theirs in a/. */
function moduleFolder(from: string): string {
  return /(^|\/)(mod|lib|main)\.rs$/.test(from) ? folderOf(from) : from.replace(/\.rs$/, '');
}

/** The longest part of the path that is a file: what follows are names inside of it. */
function rustFile(folder: string, parts: readonly string[], index: PathIndex, atLeast = 0): string[] {
  for (let length = parts.length; length >= atLeast; length--) {
    const found = rustModule(joinPath(folder, ...parts.slice(0, length)), index);
    if (found.length > 0) return found;
  }
  return [];
}

function rustModule(path: string, { paths }: PathIndex): string[] {
  const files = [`${path}.rs`, joinPath(path, 'mod.rs'), joinPath(path, 'lib.rs'), joinPath(path, 'main.rs')];
  return files.filter((file) => paths.has(file)).slice(0, 1);
}

/** PSR-4 without its prefix table: the longest end of the namespace that is the end of one path only. */
export function phpPaths(module: string, from: string, index: PathIndex): string[] {
  if (/\.(php|inc)$/.test(module)) {
    const beside = joinPath(folderOf(from), module);
    return index.paths.has(beside) ? [beside] : [];
  }
  const parts = module.split('\\').filter((part) => part !== '');
  for (let at = 0; at < Math.max(1, parts.length - 1); at++) {
    const found = suffixPaths(parts.slice(at).join('/'), ['.php'], index);
    if (found.length > 0) return found;
  }
  return [];
}
