/**
 * Which files of the view a module path means, by the rules of each language. What is not found is taken to be a library:
 * no guess by similar names.
 */

import { folderOf } from '../base/pathParts.ts';
import { goPaths, jvmPaths, phpPaths, rustPaths } from './modulePaths.ts';
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
