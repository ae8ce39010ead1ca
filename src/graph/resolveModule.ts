/**
 * Which files of the view a module path means, by the rules of each language. What is not found is taken to be a library:
 * no guess by similar names.
 */

import { folderOf } from '../base/paths.ts';
import { joinPath, type PathIndex, suffixPaths } from './pathIndex.ts';

/** @param module as the language writes it, without quotes; @param from the path of the file that says it */
export function resolveModule(module: string, language: string, from: string, index: PathIndex): string[] {
  if (SCRIPT.test(language)) return scriptPaths(module, from, index);
  if (language === 'python') return pythonPaths(module, from, index);
  if (language === 'go') return goPaths(module, index);
  if (/^(c|cpp|objc)$/.test(language)) return includePaths(module, from, index);
  if (/^(java|kotlin|scala|groovy)$/.test(language)) return jvmPaths(module, index);
  if (language === 'rust') return rustPaths(module, from, index);
  if (language === 'php') return phpPaths(module, from, index);
  if (language === 'ruby') return rubyPaths(module, from, index);
  if (language === 'lua') return suffixPaths(module.replace(/\./g, '/'), ['.lua', '/init.lua'], index);
  if (/^(dart|solidity|zig|scss|css|bash|protobuf)$/.test(language))
    return filePaths(module.replace(/^package:[^/]+\//, ''), from, index);
  return [];
}

/** Languages whose modules are JavaScript's. */
export const SCRIPT = /^(javascript|typescript|tsx|jsx|vue|svelte)$/;
const SCRIPT_ENDS = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte', '.d.ts'];
const INDEX_ENDS = SCRIPT_ENDS.slice(1).map((end) => `/index${end}`);

function scriptPaths(module: string, from: string, index: PathIndex): string[] {
  if (/^\.\.?(\/|$)/.test(module)) return scriptFile(joinPath(folderOf(from), module), index);
  for (const [name, folder] of index.packages) {
    if (module !== name && !module.startsWith(`${name}/`)) continue;
    const rest = module.slice(name.length + 1);
    const found = ['', 'src', 'lib'].flatMap((root) => scriptFile(joinPath(folder, root, rest), index));
    if (found.length > 0) return found.slice(0, 1);
  }
  if (/^[@~]\//.test(module)) {
    const rest = module.slice(2);
    for (let folder = folderOf(from); ; folder = folderOf(folder)) {
      for (const root of ['src', '']) {
        const found = scriptFile(joinPath(folder, root, rest), index);
        if (found.length > 0) return found;
      }
      if (folder === '') return [];
    }
  }
  return [];
}

/** `./a` → a.ts, a/index.ts; `./a.js` may be written a.ts. */
function scriptFile(path: string, { paths }: PathIndex): string[] {
  const bases = /\.[cm]?jsx?$/.test(path)
    ? [path, path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2'), path.replace(/\.js$/, '.tsx')]
    : [path];
  for (const base of bases) {
    for (const end of [...SCRIPT_ENDS, ...INDEX_ENDS]) {
      const candidate = joinPath(`${base}${end}`);
      if (paths.has(candidate)) return [candidate];
    }
  }
  return [];
}

/** Relative dots; else from each root that Python may have here: folders around that are no packages, the root, src, lib. */
function pythonPaths(module: string, from: string, index: PathIndex): string[] {
  const dots = /^\.*/.exec(module)![0].length;
  const rest = module.slice(dots).replace(/\./g, '/');
  if (dots > 0) {
    let folder = folderOf(from);
    for (let up = 1; up < dots; up++) folder = folderOf(folder);
    return pythonFile(joinPath(folder, rest), index);
  }
  const roots: string[] = [];
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    if (!index.paths.has(joinPath(folder, '__init__.py'))) roots.push(folder);
    if (folder === '') break;
  }
  for (const root of [...roots, '', 'src', 'lib', 'python']) {
    const found = pythonFile(joinPath(root, rest), index);
    if (found.length > 0) return found;
  }
  return [];
}

function pythonFile(path: string, { paths }: PathIndex): string[] {
  const ends = path === '' ? ['__init__.py'] : [`${path}/__init__.py`, `${path}.py`, `${path}.pyi`, `${path}.pyx`];
  return ends.filter((end) => paths.has(end)).slice(0, 1);
}

/** Beside the file, from the root or a folder of headers, else the only file whose path ends like that. */
function includePaths(module: string, from: string, index: PathIndex): string[] {
  const header = filePaths(module, from, index);
  return header.flatMap((path) => {
    const stem = path.replace(/\.\w+$/, '');
    return [
      path,
      ...['.c', '.cc', '.cpp', '.cxx', '.m', '.mm'].map((end) => stem + end).filter((file) => index.paths.has(file)),
    ];
  });
}

function filePaths(module: string, from: string, index: PathIndex): string[] {
  const beside = joinPath(folderOf(from), module);
  if (index.paths.has(beside)) return [beside];
  if (index.paths.has(module)) return [module];
  return /^\.\.?\//.test(module) ? [] : suffixPaths(module, [''], index);
}

function rubyPaths(module: string, from: string, index: PathIndex): string[] {
  const beside = joinPath(folderOf(from), module);
  for (const path of [beside, `${beside}.rb`]) if (index.paths.has(path)) return [path];
  return /^\.\.?\//.test(module) ? [] : suffixPaths(module.replace(/\.rb$/, ''), ['.rb'], index);
}

// Module paths of languages whose modules are folders or namespaces: Go, the JVM's, Rust, PHP.

/** The folder that go.mod's module path leads to; a test file's own package counts as the folder's. */
function goPaths(module: string, { packages, filesIn }: PathIndex): string[] {
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
function jvmPaths(module: string, { byName, filesIn }: PathIndex): string[] {
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
function rustPaths(module: string, from: string, index: PathIndex): string[] {
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
function phpPaths(module: string, from: string, index: PathIndex): string[] {
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
