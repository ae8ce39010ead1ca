/**
 * Rules for the visibility of names in a language's files, which resolveReference needs, and ways
 * to look up modules. Pure.
 */

import { fileNameOf, folderOf } from '../base/patterns.ts';
import type { ChunkKind } from '../base/types.ts';

/** The parts of a definition that the rules need. */
interface Declared {
  name: string;
  kind: ChunkKind;
  path: string;
  signature: string;
}

/** The signs by which a chain of members is read: `a.b(c)[d].e` */
export interface ChainSigns {
  /** Stands between a receiver and its member, as the source of a pattern. */
  separator: string;
  /** A sign that may stand behind an operand: `open()?.read()` */
  postfix?: string;
  /** The closing brackets that a chain may have. */
  closers: string;
  /** Matches a word that is no operand before brackets, where it is no member. */
  statement: RegExp;
}

/** The forms of chains of members, and of the types that declarations give them. */
export interface ChainForms extends ChainSigns {
  /** Returns the type of a function's result, from the text before its name or behind its head. */
  result(before: string, after: string): string;
  /** Matches where a variable is assigned whose type is that of its value. It has the flag g. */
  assigned(word: string): RegExp;
  /** Matches where it gets a value in another way. */
  isOpen: ((word: string) => RegExp) | null;
  /** True if a line ends an expression, unless the next one goes on with a member. */
  endsAtLine?: true;
  /** True if comments tell types: `@return Type`. */
  inComments: boolean;
  /** True if methods of one name are told apart by their parameters. */
  hasOverloads: boolean;
  /** The namespaces of files, where their paths do not tell which types they define and see. */
  namespaces?: NamespaceForms;
}

/** The forms of namespaces, and of what depends on the types of other files. */
interface NamespaceForms {
  /** Matches the namespace of a file, as group 1. */
  own: RegExp;
  /** Matches what a file uses, as group 1: a namespace or a name in it. It has the flag g. */
  used: RegExp;
  /** True if a file also sees the namespaces around its own. */
  areNested: boolean;
  /** True if a base is an interface, by its name or because it is not called. */
  isInterface(said: string, isCalled: boolean): boolean;
  /**
   * True if a class is called to make an object, and a block behind a call may have members of its
   * own.
   */
  callsTakeBlocks: boolean;
  /** True if a function that is defined for a type may be called as its member. */
  extends(type: string, target: Pick<Declared, 'signature'> & { scope: readonly string[] }): boolean;
}

export interface LanguageRules {
  /** True if a bare name may be a member of the class around. */
  implicitReceiver: boolean;
  /** True if a variable may be called like a function, and then hides one of its name. */
  variablesAreCalled: boolean;
  /** True if a field or a constant may be called like a function. */
  constantsAreCalled: boolean;
  /**
   * True if names are visible in other files without an import that names the file (linkage,
   * autoloading).
   */
  globalNames: boolean;
  /** True if this holds only for types. */
  globalTypes: boolean;
  /** The number of enclosing scopes that may be namespaces, whose members are visible outside. */
  namespaces: number;
  /**
   * True if classes and modules are constants: they are visible inside of the scopes that hold
   * them, and one that is opened in several files is defined in none of them.
   */
  lexicalConstants: boolean;
  /**
   * True if a file has the name of its class, which distinguishes a nested type from one in a
   * namespace.
   */
  classFiles: boolean;
  /** True if a bare name may be a member of a class further out. */
  outerMembers: boolean;
  /** True if a definition in a module is a member of it. */
  functionsAreMembers: boolean;
  /** True if members of one class may be in several files. */
  splitClasses: boolean;
  /** Returns the group of files with which a file shares all names; null if nothing is shared. */
  packageOf: ((path: string) => string) | null;
  /** True for a definition that is not visible outside of its file. */
  isPrivate(target: Declared): boolean;
  /**
   * True for a definition that is visible only if its file is included: a type, a macro, or
   * anything in a header.
   */
  needsInclude(target: Declared): boolean;
  /**
   * True for names of the platform: functions that a compatibility header may define again, and
   * methods that any value may have.
   */
  isSystem(name: string): boolean;
  /** True for a word that looks like a call and is none. */
  isKeyword(name: string): boolean;
  /**
   * Matches names that can hardly be anybody else's, so that on a receiver of unknown type the only
   * method of this name is meant. Null if the platform has similar names (`getPropertyValue`).
   */
  distinctName: RegExp | null;
  /** True if a file may define a name several times, each valid until the next. */
  redefines: boolean;
  /** Matches receivers that are paths of modules and types, not values. */
  paths: RegExp;
  /** True if types get members and traits in separate blocks: `impl Read for Socket`. */
  implBlocks: boolean;
  /**
   * A capital before a dot begins the name of a module, and modules inherit nothing: `Agent.get`
   * means no other module's.
   */
  qualifiersAreModules: boolean;
  /** Words before a dot with names of their own: `var.size` is no `local.size`. */
  ownSpaces: readonly string[];
  /**
   * True if a type is mentioned only with the qualifier that the row has, and a variable hides a
   * type of its name.
   */
  typesAreExact: boolean;
  /** True if `name()` never calls a variable. */
  parenthesesCallFunctions: boolean;
  /** Null if members of other files are not looked for by the types of their receivers. */
  chains: ChainForms | null;
}

export const NO_RULES: LanguageRules = {
  implicitReceiver: false,
  variablesAreCalled: true,
  constantsAreCalled: true,
  globalNames: false,
  globalTypes: false,
  namespaces: 0,
  lexicalConstants: false,
  classFiles: false,
  outerMembers: false,
  functionsAreMembers: false,
  splitClasses: false,
  packageOf: null,
  isPrivate: () => false,
  needsInclude: () => false,
  isSystem: () => false,
  isKeyword: () => false,
  distinctName: null,
  redefines: false,
  paths: /::|\\/,
  implBlocks: false,
  qualifiersAreModules: false,
  ownSpaces: [],
  typesAreExact: false,
  parenthesesCallFunctions: false,
  chains: null,
};

export const GLOBAL_RULES: LanguageRules = {
  ...NO_RULES,
  implicitReceiver: true,
  globalNames: true,
  namespaces: Number.POSITIVE_INFINITY,
  splitClasses: true,
};

// The paths of a view as an index for looking up modules, and ways to look them up that languages
// share. Pure.

export interface PathIndex {
  paths: ReadonlySet<string>;
  /** Returns the files directly in a folder; '' is the root. */
  filesIn(folder: string): readonly string[];
  /** Returns the folders that hold files and have this last part of their path. */
  foldersNamed(name: string): readonly string[];
  /** Returns the files with this last part of their path. */
  byName(name: string): readonly string[];
  /** Maps the name of a module or package in its manifest to its folder. */
  packages: ReadonlyMap<string, string>;
  /**
   * Returns the paths, relative to the package's folder, that a package gives for the rest of a
   * module behind its name, '' or `/retry`; empty if its manifest says nothing.
   */
  targets(name: string, rest: string): readonly string[];
  /**
   * Yields the paths that the configuration of a file's folder, or of one above it, gives a module
   * (`paths` of a tsconfig.json, `imports` of a package.json), the nearest first.
   */
  aliased(module: string, from: string): Iterable<string>;
  /** Returns the edition of Rust that the nearest Cargo.toml gives a file. */
  editionOf(path: string): string | undefined;
}

/** Finds a file if it is the only one whose path ends with the module's. */
export function suffixPaths(module: string, ends: readonly string[], { byName }: PathIndex): string[] {
  const found = new Set<string>();
  for (const end of ends) {
    const wanted = joinPath(module + end);
    for (const path of byName(fileNameOf(wanted))) {
      if (path === wanted || path.endsWith(`/${wanted}`)) found.add(path);
    }
  }
  return found.size === 1 ? [...found] : [];
}

/**
 * Finds a file by a name with its ending: beside the other file, from the root, or the only one
 * whose path ends with it.
 */
export function filePaths(module: string, from: string, index: PathIndex): string[] {
  const beside = joinPath(folderOf(from), module);
  if (index.paths.has(beside)) return [beside];
  if (index.paths.has(module)) return [module];
  return /^\.\.?\//.test(module) ? [] : suffixPaths(module, [''], index);
}

/** Finds files by path; a leading `package:NAME/` is ignored. */
export const FILE_MODULES = {
  paths: (module: string, from: string, index: PathIndex): string[] =>
    filePaths(module.replace(/^package:[^/]+\//, ''), from, index),
};

/** Joins parts of a path and resolves `.` and `..`. */
export function joinPath(...parts: readonly string[]): string {
  const out: string[] = [];
  for (const part of parts.join('/').split('/')) {
    if (part === '..') out.pop();
    else if (part !== '.' && part !== '') out.push(part);
  }
  return out.join('/');
}

/** @returns the nearest folder above with such a file, ending with `/`; '' for the top */
export function projectAbove(path: string, names: ReadonlySet<string>, paths: ReadonlySet<string>): string | null {
  for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end + 1);
    if ([...names].some((name) => paths.has(folder + name))) return folder;
    if (end <= 0) return null;
  }
}
