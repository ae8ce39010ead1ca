/**
 * How the files of a language see each other: the rules of names, which resolveReference must
 * know, and the ways in which modules are looked up. Pure.
 */

import { fileNameOf, folderOf } from '../base/patterns.ts';
import type { ChunkKind } from '../base/types.ts';

/** The part of a definition that the rules look at. */
interface Declared {
  name: string;
  kind: ChunkKind;
  path: string;
  signature: string;
}

export interface LanguageRules {
  /** A bare name may be a member of the class around. */
  implicitReceiver: boolean;
  /** A variable may be called like a function, and hides one of its name. */
  variablesAreCalled: boolean;
  /** Names reach other files without an import that tells which (linkage, autoloading). */
  globalNames: boolean;
  /** Only types do. */
  globalTypes: boolean;
  /** The number of enclosing scopes may be namespaces, whose members are seen outside. */
  namespaces: number;
  /**
   * Classes and modules are constants: seen inside of the scopes that hold them, and one that is
   * opened in several files is defined in none.
   */
  lexicalConstants: boolean;
  /** A file is called like its class, which tells a nested type from one in a namespace. */
  classFiles: boolean;
  /** A bare name may be a member of a class further out. */
  outerMembers: boolean;
  /** True if a definition in a module is a member of it. */
  functionsAreMembers: boolean;
  /** Members of one class may stand in several files. */
  splitClasses: boolean;
  /** Tells what a file shares all its names with; null where nothing is shared. */
  packageOf: ((path: string) => string) | null;
  /** Not seen outside of its file. */
  isPrivate(target: Declared): boolean;
  /** Seen only where its file is included: types, macros and what a header defines. */
  needsInclude(target: Declared): boolean;
  /**
   * The platform's own: functions that a compatibility header defines again, methods that any value
   * may have.
   */
  isSystem(name: string): boolean;
  /** Looks like a call and is none. */
  isKeyword(name: string): boolean;
  /**
   * Names that are nobody else's, so that on a receiver of unknown type the only method of that
   * name is meant. Null where the platform's own names look alike (`getPropertyValue`).
   */
  distinctName: RegExp | null;
  /** One file may define a name several times, each until the next. */
  redefines: boolean;
  /** Receivers that are paths of modules and types rather than values. */
  paths: RegExp;
  /** Types get members and traits in blocks of their own: `impl Read for Socket`. */
  implBlocks: boolean;
  /**
   * A capital before a dot begins the name of a module, and modules inherit nothing: `Agent.get`
   * means no other module's.
   */
  qualifiersAreModules: boolean;
  /** `name()` never calls a variable. */
  parenthesesCallFunctions: boolean;
}

export const NO_RULES: LanguageRules = {
  implicitReceiver: false,
  variablesAreCalled: true,
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
  parenthesesCallFunctions: false,
};

export const GLOBAL_RULES: LanguageRules = {
  ...NO_RULES,
  implicitReceiver: true,
  globalNames: true,
  namespaces: Number.POSITIVE_INFINITY,
  splitClasses: true,
};

// The paths of a view as modules are looked up in them, and the ways to look that languages
// share. Pure.

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
