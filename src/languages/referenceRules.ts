/**
 * How the files of a language see each other's names: what resolveReference must know, and what
 * languages share.
 */

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
  parenthesesCallFunctions: false,
};

export const GLOBAL_RULES: LanguageRules = {
  ...NO_RULES,
  implicitReceiver: true,
  globalNames: true,
  namespaces: Number.POSITIVE_INFINITY,
  splitClasses: true,
};
