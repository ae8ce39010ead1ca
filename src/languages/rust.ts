import { escapeRegExp, folderOf } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import {
  annotated,
  type BoundImport,
  CHARACTER_MASK,
  type InnerModule,
  type Language,
  type ModuleFiles,
} from './language.ts';
import query from './queries/rust.scm';
import { joinPath, NO_RULES, type PathIndex } from './referenceRules.ts';

export const rust: Language = {
  name: 'rust',
  extensions: 'rs',
  syntax: { grammar: 'rust', query, separator: '::' },
  testFiles: /^tests?\.rs$/,
  // `#[cfg(test)]`, `#[cfg(all(test, unix))]`, `#[test]`, `#[tokio::test(start_paused = true)]`
  testAttribute: /^\s*#\[(?:cfg\((?:all\()?\s*test\b|(?:\w+::)*(?:test|rstest)\b)/,
  isUnitTest: ({ kind, symbol, scope, signature }) =>
    scope.some((name) => TEST_MODULE.test(name)) ||
    (kind === 'module' ? TEST_MODULE.test(symbol) : /^(?:async )?fn test_\w+\(\)/.test(signature)),
  imports: { begins: /^(use|extern crate)\s/, ends: /;\s*$/ },
  mask: CHARACTER_MASK,
  rules: { ...NO_RULES, splitClasses: true, implBlocks: true },
  modules: { paths: rustPaths, bind: rustBindings, areInline: true, fromHere: rustFromHere },
  bindings: {
    style: 'braced',
    keyword: 'let|for|static|const',
    blockImport: { word: 'use' },
    caseFollows: /^\s*(?:\(|\{|::|!)/,
    bracesInPatterns: true,
    hasArms: true,
    closures: 'bars',
  },
  macroArguments: /\b\w+!\s*[([{]/g,
  variables: { declarations: (word) => [annotated(word)] },
  members: {
    areOutside: true,
    block:
      /^(\s*)(?:unsafe\s+)?(?:impl(?:<.*?>)?\s+(?:.*?\bfor\s+)?(?:\w+::)*|(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?trait\s+)(\w+)/,
  },
  heirs: { isBase: ({ rest, next }) => (/\bfor\b/.test(rest + next) ? null : false) },
};

/** `tests`, `test`, `unit_tests`, `tests_of_parsing` */
const TEST_MODULE = /^(?:\w+_)?tests?(?:_\w+)?$/;

/**
 * Finds the files of `crate::a::b`, `super::a`, `self::a` and `other_crate::a`. A module of the
 * file itself needs no such prefix.
 */
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

/**
 * In `mod tests {}`, `super::f` is the `f` of the same file; elsewhere it is that of the parent
 * file.
 */
function rustFromHere(path: string, inline: readonly string[]): InnerModule | null {
  const parts = path.split('::');
  const own = parts.findIndex((part) => !/^(?:crate|self|super)$/.test(part));
  const [first, ...above] = parts.splice(0, own === -1 ? parts.length : own);
  if (first === undefined) return null;
  const scope = first === 'crate' ? [] : [...inline];
  let module = first === 'crate' ? first : 'self';
  for (const part of [first, ...above]) if (part === 'super' && scope.pop() === undefined) module += '::super';
  return { module, scope: [...scope, ...parts] };
}

/** Returns the nearest folder above with a lib.rs or main.rs. */
function crateOf(from: string, { paths }: PathIndex): string | null {
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    if (paths.has(joinPath(folder, 'lib.rs')) || paths.has(joinPath(folder, 'main.rs'))) return folder;
    if (folder === '') return null;
  }
}

/** Returns the folder of a file's submodules: a/ for both a.rs and a/mod.rs. */
function moduleFolder(from: string): string {
  return /(^|\/)(mod|lib|main)\.rs$/.test(from) ? folderOf(from) : from.replace(/\.rs$/, '');
}

/** Finds the longest part of the path that is a file; the other parts are names inside of it. */
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

function rustBindings({ name, from }: Reference, module: string, text: string, files: ModuleFiles): BoundImport[] {
  // If the line is indented, it is in an inline module, and `super` is the file itself.
  if (module === 'super' && /[^\S\n]use super::\*/.test(text)) return [];
  if (
    new RegExp(`${escapeRegExp(module)}::\\*`).test(text) &&
    (from === undefined || module.split('::').at(-1) === name)
  )
    return [{ local: '*', name: null, paths: files(module) }];
  const alias = new RegExp(`\\b${escapeRegExp(name)}\\s+as\\s+(\\w+)`).exec(text)?.[1] ?? name;
  const parent =
    module.split('::').at(-1) === name ? module.split('::').slice(0, -1).join('::') : withTree(module, name, text);
  const inside = files(`${parent}::${name}`);
  const outside = files(parent === '' ? 'self' : parent);
  const isModule = [...inside].some((path) => new RegExp(`(^|/)${escapeRegExp(name)}(\\.rs|/mod\\.rs)$`).test(path));
  return [{ local: alias, name: isModule ? null : name, paths: isModule ? inside : outside }];
}

/** `use crate::{http::{Method, Uri}, web}` imports Method from crate::http. */
function withTree(module: string, name: string, text: string): string {
  const tree = new RegExp(`\\buse\\s+${escapeRegExp(module)}::\\{([^;]*)`).exec(text)?.[1];
  if (tree === undefined) return module;
  const outer: string[][] = [];
  let path: string[] = [];
  for (const [token] of tree.matchAll(/\w+|[{},]/g)) {
    if (token === '{') outer.push([...path]);
    else if (token === '}') path = outer.pop() ?? [];
    else if (token === ',') path = [...(outer.at(-1) ?? [])];
    else if (token === name) return [module, ...path].join('::');
    else path.push(token);
  }
  return module;
}
