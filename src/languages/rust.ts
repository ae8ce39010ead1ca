import { escapeRegExp, folderOf } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import { insideToml, quotedToml, tomlText, tomlValues } from './data.ts';
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
 * file itself needs no such prefix. The path of a `use` comes with `::` before it: in edition 2015
 * it begins at the root of the crate.
 */
function rustPaths(module: string, from: string, index: PathIndex): string[] {
  const parts = module.split('::').filter((part) => part !== '');
  const crate = crateOf(from, index);
  const [first = ''] = parts;
  if (first === 'crate') return crate === null ? [] : rustFile(crate, parts.slice(1), index);
  if (first === 'self' || first === 'super') {
    let folder = moduleFolder(from, index);
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
  const isOld = crate !== null && index.editionOf(from) === '2015';
  if (first === '') return isOld ? rustModule(crate, index) : [from];
  const isInUse = module.startsWith('::');
  const atRoot = isOld ? rustFile(crate, parts, index, isInUse ? 1 : parts.length) : [];
  if (isInUse && atRoot.length > 0) return atRoot;
  for (const folder of cratesNamed(first, from, index)) {
    const found = rustFile(joinPath(folder, 'src'), parts.slice(1), index);
    if (found.length > 0) return found;
  }
  const here = rustFile(moduleFolder(from, index), parts, index, parts.length);
  return here.length > 0 ? here : atRoot;
}

/** Yields the folders of a crate: a dependency with a path, or a package of the view. */
function* cratesNamed(name: string, from: string, { aliased, packages }: PathIndex): Generator<string> {
  yield* aliased(`::${name}`, from);
  const folder = packages.get(name) ?? packages.get(name.replace(/_/g, '-'));
  if (folder !== undefined) yield folder;
}

/** Matches the key of a dependency, and of its path in a table of its own. */
const DEPENDENCY = /(?:^|\.)(?:dev-|build-)?dependencies\.([\w-]+)(\.path)?$/;

/** If `[lib] name` differs from the package's name, `use` names the former. */
export function readCargo(text: string): {
  names: string[];
  aliases: ReadonlyMap<string, readonly string[]>;
  edition?: string;
} {
  const name = tomlText(text, 'package', 'name');
  const aliases = new Map<string, readonly string[]>();
  let inherits = false;
  for (const [key, right] of tomlValues(text)) {
    if (/^package\.edition\b/.test(key)) inherits = true;
    const found = DEPENDENCY.exec(key);
    if (found === null) continue;
    const path = quotedToml(found[2] === undefined ? (insideToml(right, 'path') ?? '') : right);
    if (path !== undefined) aliases.set(`.::${found[1]!.replace(/-/g, '_')}`, [path]);
  }
  const written = tomlText(text, 'package', 'edition') ?? tomlText(text, 'workspace.package', 'edition');
  const edition = written ?? (name === undefined || inherits ? undefined : '2015');
  const names = [name, tomlText(text, 'lib', 'name')].filter((one) => one !== undefined);
  return { names: name === undefined ? [] : names, aliases, ...(edition === undefined ? {} : { edition }) };
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

/**
 * Returns the nearest folder above with a lib.rs or main.rs; for tests and examples, the folder of
 * their roots.
 */
function crateOf(from: string, { paths }: PathIndex): string | null {
  for (let folder = folderOf(from); ; folder = folderOf(folder)) {
    if (paths.has(joinPath(folder, 'lib.rs')) || paths.has(joinPath(folder, 'main.rs'))) return folder;
    if (isFolderOfRoots(folder, paths)) return folder;
    if (folder === '') return null;
  }
}

/** Each file in these folders of a package is the root of a crate, or a module beside one. */
function isFolderOfRoots(folder: string, paths: ReadonlySet<string>): boolean {
  const found = /^(.*?)(?:^|\/)(?:tests|benches|examples|src\/bin)$/.exec(folder);
  return found !== null && paths.has(joinPath(found[1]!, 'Cargo.toml'));
}

/** Returns the folder of a file's submodules: a/ for both a.rs and a/mod.rs. */
function moduleFolder(from: string, { paths }: PathIndex): string {
  const folder = folderOf(from);
  const isRoot = /(^|\/)(mod|lib|main)\.rs$/.test(from) || isFolderOfRoots(folder, paths);
  return isRoot ? folder : from.replace(/\.rs$/, '');
}

/** Finds the longest part of the path that is a file; the other parts are names inside of it. */
function rustFile(folder: string, parts: readonly string[], index: PathIndex, atLeast = 0): string[] {
  for (let length = parts.length; length >= atLeast; length--) {
    const found = rustModule(joinPath(folder, ...parts.slice(0, length)), index);
    if (found.length > 0) return found;
  }
  return [];
}

/** The root of a package may be a library, a program, or both. */
function rustModule(path: string, { paths }: PathIndex): string[] {
  const file = [`${path}.rs`, joinPath(path, 'mod.rs')].find((one) => paths.has(one));
  if (file !== undefined) return [file];
  return [joinPath(path, 'lib.rs'), joinPath(path, 'main.rs')].filter((one) => paths.has(one));
}

function rustBindings({ name }: Reference, module: string, text: string, files: ModuleFiles): BoundImport[] {
  const wanted = module.replace(/^::/, '');
  const filesOf = (path: string) => files(/^(?:crate|self|super)\b/.test(path) ? path : `::${path}`);
  const found: BoundImport[] = [];
  for (const leaves of useTrees(text)) {
    // The reference has only the path of its list, or of the whole tree.
    const isMeant = ({ parent, last }: UseLeaf): boolean =>
      last === '*'
        ? parent === wanted && wanted.split('::').at(-1) === name
        : last === name &&
          (`::${parent}::${last}`.endsWith(`::${wanted}`) ||
            `::${parent}`.endsWith(`::${wanted}`) ||
            parent.startsWith(`${wanted}::`));
    if (!leaves.some(isMeant)) continue;
    for (const leaf of leaves) {
      const { parent, last, alias } = leaf;
      // If the line is indented, it is in an inline module, and `super` is the file itself.
      if (last === '*' && !(parent === 'super' && /[^\S\n]use super::\*/.test(text))) {
        // `use self::State::*` brings the cases of an enum.
        const { within = '', holder = '' } = /^(?:(?<holder>.*)::)?(?<within>[A-Z]\w*)$/.exec(parent)?.groups ?? {};
        const inside = within === '' ? {} : { within };
        found.push({ local: '*', name: null, paths: filesOf(within === '' ? parent : holder), ...inside });
      } else if (last === 'self')
        found.push({ local: alias ?? parent.split('::').at(-1)!, name: null, paths: filesOf(parent) });
      else if (isMeant(leaf)) found.push(boundName({ ...leaf, last: name }, filesOf));
    }
  }
  if (found.length > 0) return found;
  // A long list has several rows, and only the first one has the path before its names.
  const parent = wanted.split('::').at(-1) === name ? wanted.split('::').slice(0, -1).join('::') : wanted;
  const alias = new RegExp(`\\b${escapeRegExp(name)}\\s+as\\s+(\\w+)`).exec(text)?.[1];
  return [boundName({ parent, last: name, alias }, filesOf)];
}

function boundName({ parent, last, alias = last }: UseLeaf, files: ModuleFiles): BoundImport {
  const inside = files(`${parent}::${last}`);
  const module = new RegExp(`(^|/)${escapeRegExp(last)}(\\.rs|/mod\\.rs)$`);
  const isModule = [...inside].some((path) => module.test(path));
  return { local: alias, name: isModule ? null : last, paths: isModule ? inside : files(parent) };
}

/** One name of a `use`: `http::{self, Method as M}` has two, both with the parent `http`. */
interface UseLeaf {
  parent: string;
  /** The name, `*` or `self`. */
  last: string;
  alias?: string | undefined;
}

let lastRead: { text: string; trees: UseLeaf[][] } = { text: '', trees: [] };

/** Reads the `use` statements of a text. It is asked for each name of a text in turn. */
function useTrees(text: string): readonly UseLeaf[][] {
  if (lastRead.text !== text) {
    const statements = text.replace(/\/\/[^\n]*/g, '').split(';');
    const parts = statements.map((one) => one.split(/\buse\s/)).filter(({ length }) => length > 1);
    lastRead = { text, trees: parts.map((one) => leavesOf(one.at(-1)!)) };
  }
  return lastRead.trees;
}

function leavesOf(tree: string): UseLeaf[] {
  const leaves: UseLeaf[] = [];
  const lists: string[][] = [[]];
  let path: string[] = [];
  let alias: string | undefined;
  let isAlias = false;
  const end = (): void => {
    const list = lists.at(-1) ?? [];
    if (path.length > list.length) leaves.push({ parent: path.slice(0, -1).join('::'), last: path.at(-1)!, alias });
    path = [...list];
    alias = undefined;
    isAlias = false;
  };
  for (const [token] of tree.matchAll(/\w+|[{},*]/g)) {
    if (token === '{') lists.push([...path]);
    else if (token === ',') end();
    else if (token === '}') {
      end();
      lists.pop();
      path = [...(lists.at(-1) ?? [])];
    } else if (token === 'as') isAlias = true;
    else if (isAlias) alias = token;
    else path.push(token);
  }
  end();
  return leaves;
}

// The common types of the standard library, as far as their members lead to other types.

/** Types whose members are those of their first argument. */
export const POINTERS = new Set('Box Rc Arc Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard Cow Pin'.split(' '));
/** Methods that a pointer or a copy has itself. */
export const OF_ANY = new Set('clone to_owned as_ref as_mut by_ref borrow borrow_mut deref deref_mut into'.split(' '));

type Results = Readonly<Record<string, string>>;

const ITERATOR: Results = {
  'Option<0>': 'next next_back last nth peek find min max min_by max_by min_by_key max_by_key reduce',
  'Iterator<0>':
    'iter into_iter by_ref rev skip take step_by filter skip_while take_while chain cycle peekable fuse inspect cloned copied',
  'Iterator<(usize, 0)>': 'enumerate',
};
const CELL: Results = { '0': 'borrow borrow_mut get_mut into_inner get' };
const LOCK: Results = { 'Result<0>': 'lock read write try_lock into_inner get_mut' };
const MAP: Results = {
  'Option<1>': 'get get_mut remove insert',
  'Iterator<1>': 'values values_mut into_values',
  'Iterator<0>': 'keys into_keys',
  'Iterator<(0, 1)>': 'iter iter_mut into_iter drain',
  '1': 'index',
};
const LIST: Results = {
  'Iterator<0>': 'iter iter_mut into_iter drain',
  'Option<0>': 'get get_mut first first_mut last last_mut pop pop_front pop_back front back peek peek_mut',
  '0': 'remove swap_remove index',
};

/** Results of methods of the standard library: `0` and `1` are the arguments of the type. */
export const RESULTS: Readonly<Record<string, Results>> = {
  Option: {
    '0': 'unwrap expect unwrap_or unwrap_or_else unwrap_or_default get_or_insert_with insert',
    'Option<0>': 'as_ref as_mut take cloned copied clone or or_else filter as_deref as_deref_mut replace',
    'Result<0>': 'ok_or ok_or_else',
    'Iterator<0>': 'iter iter_mut into_iter',
  },
  Result: {
    '0': 'unwrap expect unwrap_or unwrap_or_else unwrap_or_default',
    '1': 'unwrap_err expect_err',
    'Result<0, 1>': 'as_ref as_mut clone or_else',
    'Result<0>': 'map_err',
    'Option<0>': 'ok',
    'Option<1>': 'err',
    'Iterator<0>': 'into_iter',
  },
  ...{ Iterator: ITERATOR, DoubleEndedIterator: ITERATOR, Cell: CELL, RefCell: CELL, Mutex: LOCK, RwLock: LOCK },
  ...{ HashMap: MAP, BTreeMap: MAP, '[]': LIST, Vec: LIST, VecDeque: LIST, BinaryHeap: LIST, SmallVec: LIST },
  ...{ HashSet: LIST, BTreeSet: LIST, LinkedList: LIST, IntoIterator: LIST },
};

/** Methods whose closure gets an element as its first parameter. */
export const WITH_ELEMENT =
  /^(?:map|and_then|filter|filter_map|flat_map|for_each|any|all|find|find_map|position|map_or|map_or_else|take_while|skip_while|inspect|is_some_and|is_ok_and|partition|max_by_key|min_by_key|sort_by_key|sort_unstable_by_key|retain|map_while|fold)$/;
