/**
 * Types for resolving references: definitions, imports, the place of a reference, and the sets of
 * definitions to choose from.
 */

import { countWhile, getOrMake, groupBy } from '../base/lists.ts';
import { comparePaths, fileNameOf, folderOf } from '../base/patterns.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkKind, MentionKind } from '../base/types.ts';
import { beginsWithCapital } from '../base/words.ts';
import { componentName } from '../languages/javascript.ts';
import { familyOf, languageRules } from '../languages/languages.ts';

/** A definition that a reference may mean. */
export interface Target {
  name: string;
  kind: ChunkKind;
  path: string;
  language: string;
  /** Names of the enclosing definitions, outermost first. */
  scope: readonly string[];
  /** The first line of the declaration, '' if it is not known. */
  signature: string;
  startLine: number;
  endLine?: number;
}

/** A name that an import binds in a file. */
export interface Imported {
  /** The name in the file; '*' for all top-level names of the module, '' for an export. */
  local: string;
  /** The name in the module; null for the module itself, '*' for an export of all its names. */
  name: string | null;
  /** The files of the module; empty if it is not in the view. */
  paths: ReadonlySet<string>;
  /** The lines in which the import counts; missing if they are the whole file. */
  lines?: { startLine: number; endLine: number };
  /** The inline module of the file, or the class, that is imported from. */
  within?: string;
  /** The module as the statement has it. */
  module?: string | undefined;
}

/** A file gives these to those that import it, besides its own definitions. */
export interface PassedOn {
  imports: readonly Imported[];
  /** Returns the type that a constant at its top is declared with. */
  typeOf(name: string): TypeName | null;
}

/** A type as it is written in a declaration. */
export interface TypeName {
  name: string;
  from: string | null;
}

/** Maps each class to the bases in its own head. */
export type Heads = ReadonlyMap<string, readonly TypeName[]>;

/** The bases of classes that a file can see. */
export interface Bases extends Pick<Heads, 'get' | 'has'> {
  /** True for a class that the file itself does not define. */
  isElsewhere?(name: string): boolean;
}

/** The place of a reference, and what its file says about names. */
export interface Site {
  path: string;
  language: string;
  line: number;
  /** The definitions around, outermost first, including the one that holds the reference. */
  scope: readonly string[];
  /** The class around; null outside of classes. */
  owner: string | null;
  /** The bases of the file's classes, in C++ also those of other files. */
  heads: Bases;
  imports: readonly Imported[];
  /**
   * True for the file itself and all that it includes, directly or not. Only languages that include
   * files by text need it.
   */
  sees(path: string): boolean;
  /** True if the file says `struct name`, which needs no definition of it in sight. */
  tags(name: string): boolean;
  /**
   * Returns what the name is bound to by the innermost block around the place that binds it; null
   * if only the file does.
   */
  bindingOf(name: string): Binding | null;
  /** Returns the blocks of statements in the file that define the name; always the same object. */
  blocksOf(name: string): Blocks;
  /** Returns the innermost of these blocks around the place; null outside of them. */
  blockAt(name: string): LocalBlock | null;
  /** True if a definition around has a type parameter of this name. */
  isTypeParameter(name: string): boolean;
  /** True where a parameter or a local variable has the name. */
  isLocal(name: string): boolean;
  /** Returns the declared type of a receiver that is a variable; null if none is written. */
  typeOf(receiver: string): TypeName | null;
  /**
   * Returns the files of a module, which is written as in the language; empty if it is not in the
   * view.
   */
  modulePaths(module: string): ReadonlySet<string>;
  /**
   * Follows what files import and export again, from the given ones to those that `has` accepts.
   * Files that were not read yet are left out and read before the next try.
   */
  sourcesOf(paths: Iterable<string>, name: string, has: (path: string) => boolean): ReadonlySet<string>;
  /** Returns the declared type of a constant of a module, and the file that declares it. */
  constantOf(paths: Iterable<string>, name: string): { type: TypeName; path: string } | null;
  /** True if the name is reached by a path that may begin at the current module: `util::f`. */
  isPath: boolean;
  /** True if the name is called as a macro of Rust is: `name!`. */
  isMacro: boolean;
  /** True if the name is the tag of a component: `<name` */
  isTag: boolean;
  /** Returns the module that such a path means if it begins here: `super`, `self::util`. */
  moduleFromHere(path: string): { module: string; scope: readonly string[] } | null;
}

/** A variable, an import, or definitions by the lines at which they begin. */
export type Binding = 'variable' | 'import' | ReadonlySet<number>;

/** A block of statements that defines a name, and the next such block around it. */
export interface LocalBlock {
  from: number;
  to: number;
  outer: LocalBlock | null;
}

export interface Blocks {
  /** All blocks; an outer one comes before those inside of it. */
  all: readonly LocalBlock[];
  /** Maps the first line of a definition to the innermost block around it. */
  byLine: ReadonlyMap<number, LocalBlock>;
}

export type ReferenceCertainty = 'scope' | 'file' | 'import' | 'receiver' | 'inherited' | 'folder' | 'only';

export interface Resolved<T extends Target> {
  target: T;
  by: ReferenceCertainty;
}

/**
 * `elsewhere` if it certainly means something outside of the view. Null if nothing fits, or several
 * fit equally well.
 */
export type Resolution<T extends Target> = Resolved<T> | 'elsewhere' | null;

/** A definition of a name. The lines are those of the whole definition. */
export interface SymbolHit extends Target {
  startLine: number;
  endLine: number;
  status: FileStatus;
  scope: string[];
}

/** A mention of a name. */
export interface ReferenceHit {
  name: string;
  kind: MentionKind;
  path: string;
  line: number;
  /** The definition that holds the mention; '' at the top of a file. */
  symbol: string;
  scope: string[];
  language: string;
  preview: string;
  /** The definition that is meant, if it could be resolved. */
  target: SymbolHit | null;
  by: ReferenceCertainty | null;
}

// Sets of definitions of one name, with subsets as the rules of resolution need them. Each subset,
// and each result of a rule on it, is computed once: with a thousand references to a name, none may
// look at all of its thousand definitions. Pure; a set lives as long as one question.

export class TargetSet<T extends Target> {
  readonly #own: readonly T[];
  /** Further definitions, shared by many sets. */
  readonly #outer: TargetSet<T> | null;
  #all: readonly T[] | undefined;
  #grouped: Map<unknown, Map<unknown, T[]>> | undefined;
  #parts: Map<unknown, Map<unknown, TargetSet<T>>> | undefined;
  #remembered: Map<object, Map<string, unknown>> | undefined;
  #choice: Choice<T> | undefined;
  #lowest: readonly number[] | undefined;

  /** @param outer sorted by path and line like `own`; if it is given, `own` must not be empty */
  constructor(own: readonly T[], outer: TargetSet<T> | null = null) {
    this.#own = own;
    this.#outer = outer?.isEmpty === true ? null : outer;
  }

  get all(): readonly T[] {
    if (this.#outer === null) return this.#own;
    this.#all ??= [...this.#outer.all, ...this.#own].sort(byPlace);
    return this.#all;
  }

  get isEmpty(): boolean {
    return this.#own.length === 0;
  }

  /**
   * Returns the targets with this key, in their order. Results are remembered for each function
   * `keyOf`, so pass the same function each time.
   */
  part<K>(keyOf: (target: T) => K, key: K): TargetSet<T> {
    // A loop, because sets may be nested a thousand deep.
    const inner: TargetSet<T>[] = [];
    let found: TargetSet<T> | undefined;
    for (let set: TargetSet<T> | null = this; set !== null && found === undefined; set = set.#outer) {
      found = set.#parts?.get(keyOf)?.get(key);
      if (found === undefined) inner.push(set);
    }
    for (const set of inner.reverse()) {
      set.#grouped ??= new Map();
      const own = getOrMake(set.#grouped, keyOf, () => groupBy(set.#own, keyOf)).get(key) ?? [];
      if (found === undefined || own.length > 0) found = new TargetSet<T>(own, found);
      set.#parts ??= new Map();
      getOrMake(set.#parts, keyOf, () => new Map()).set(key, found);
    }
    return found!;
  }

  where(test: (target: T) => boolean): TargetSet<T> {
    return this.part(test, true);
  }

  /** Returns the targets that `pick` keeps. Results are remembered for each function `pick`. */
  picked(pick: (targets: readonly T[]) => T[]): TargetSet<T> {
    return this.remember(pick, '', () => new TargetSet(pick(this.all)));
  }

  only(): T | null {
    return chosenFrom(this.#chosen());
  }

  #chosen(): Choice<T> {
    const inner: TargetSet<T>[] = [];
    let choice: Choice<T> | undefined;
    for (let set: TargetSet<T> | null = this; set !== null && choice === undefined; set = set.#outer) {
      choice = set.#choice;
      if (choice === undefined) inner.push(set);
    }
    for (const set of inner.reverse()) {
      const own = choiceAmong(set.#own);
      choice = choice === undefined ? own : joinedChoices(choice, own);
      set.#choice = choice;
    }
    return choice!;
  }

  /** Returns the last target that begins at the line or above. */
  lastBefore(line: number): T | undefined {
    let last: T | undefined;
    for (let set: TargetSet<T> | null = this; set !== null; set = set.#outer) {
      set.#lowest ??= lowestFrom(set.#own);
      const lowest = set.#lowest;
      const own = set.#own[countWhile(lowest.length, (at) => lowest[at]! <= line) - 1];
      if (last === undefined || (own !== undefined && byPlace(own, last) > 0)) last = own;
    }
    return last;
  }

  /** Computes a value that depends only on these definitions, `about` and the key; once. */
  remember<R>(about: object, key: string, work: () => R): R {
    this.#remembered ??= new Map();
    const answers = getOrMake(this.#remembered, about, () => new Map<string, unknown>());
    return getOrMake(answers, key, work) as R;
  }
}

function byPlace(a: Target, b: Target): number {
  return comparePaths(a, b) || a.startLine - b.startLine;
}

/**
 * Returns for each index the smallest first line from there on; it ascends, so it can be searched.
 */
function lowestFrom(targets: readonly Target[]): number[] {
  const lowest = targets.map(({ startLine }) => startLine);
  for (let at = lowest.length - 2; at >= 0; at--) lowest[at] = Math.min(lowest[at]!, lowest[at + 1]!);
  return lowest;
}

/** Returns the definitions of a name; empty if there are none. */
export type TargetSets<T extends Target> = (name: string) => TargetSet<T>;

export function targetSets<T extends Target>(targets: readonly T[]): TargetSets<T> {
  const all = new TargetSet(targets);
  return (name) => all.part(nameOf, name);
}

function nameOf({ name }: Target): string {
  return name;
}

export function familyKey({ language }: Target): string {
  return familyOf(language);
}

/** Returns its owner: the definition of which it is a member, or inside of which it is. */
export function holderKey({ scope }: Target): string | undefined {
  return scope.at(-1);
}

export function scopeKey({ scope }: Target): string {
  return keyOfScope(scope);
}

export function keyOfScope(scope: readonly string[]): string {
  return `${scope.length}\0${scope.join('\0')}`;
}

const packageKeys = new Map<(path: string) => string, (target: Target) => string>();

/** Returns one function for each rule: sets remember their subsets by function. */
export function packageKey(packageOf: (path: string) => string): (target: Target) => string {
  return getOrMake(
    packageKeys,
    packageOf,
    () =>
      ({ path }) =>
        packageOf(path),
  );
}

/**
 * Returns the single element; null for none or several. Overloads of a name in one file count as
 * one.
 */
export function only<T extends Target>(targets: readonly (T | null)[]): T | null {
  return chosenFrom(choiceAmong(targets.filter((target) => target !== null)));
}

/**
 * The first of some definitions. `several` is true if others are not overloads of it; null for
 * none.
 */
interface First<T extends Target> {
  first: T;
  several: boolean;
}

interface Choice<T extends Target> {
  any: First<T> | null;
  /** The first one, if definitions in headers do not count. */
  body: First<T> | null;
}

function choiceAmong<T extends Target>(targets: readonly T[]): Choice<T> {
  let any: First<T> | null = null;
  let body: First<T> | null = null;
  for (const first of targets) {
    const one = { first, several: false };
    any = joined(any, one);
    if (!/\.(h|hh|hpp|hxx|d\.ts)$/.test(first.path)) body = joined(body, one);
    if (any.several && body?.several === true) break;
  }
  return { any, body };
}

function joinedChoices<T extends Target>(a: Choice<T>, b: Choice<T>): Choice<T> {
  const inOrder = (one: First<T> | null, other: First<T> | null): First<T> | null =>
    one !== null && other !== null && byPlace(one.first, other.first) > 0 ? joined(other, one) : joined(one, other);
  return { any: inOrder(a.any, b.any), body: inOrder(a.body, b.body) };
}

function joined<T extends Target>(a: First<T> | null, b: First<T>): First<T>;
function joined<T extends Target>(a: First<T> | null, b: First<T> | null): First<T> | null;
function joined<T extends Target>(a: First<T> | null, b: First<T> | null): First<T> | null {
  if (a === null || b === null) return a ?? b;
  const isSame =
    a.first.path === b.first.path &&
    (a.first.scope === b.first.scope || a.first.scope.join('\0') === b.first.scope.join('\0'));
  return { first: a.first, several: a.several || b.several || !isSame };
}

function chosenFrom<T extends Target>({ any, body }: Choice<T>): T | null {
  const left = body ?? any;
  return left === null || left.several ? null : left.first;
}

/**
 * Returns the single target, or the single one in the smallest folder around the place that has
 * any.
 */
export function onlyNearest<T extends Target>(targets: readonly T[], path: string): T | null {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const inside = targets.filter((target) => folder === '' || target.path.startsWith(`${folder}/`));
    if (inside.length > 0 || folder === '') return only(inside);
  }
}

export function lineKey({ startLine }: Target): number {
  return startLine;
}

export function pathKey({ path }: Target): string {
  return path;
}

/** Holds types in a class of C++, which scopes do not tell from those in a namespace. */
export const innerTypes = new WeakSet<Target>();

/** True for a component that is its whole file, such as StatusCard.vue. */
export function isComponent({ kind, path, startLine }: Target): boolean {
  return kind === 'module' && startLine === 1 && componentName(path) !== null;
}

export function isTopLevel(target: Target): boolean {
  const { namespaces, classFiles } = languageRules(target.language);
  if (isMember(target) || innerTypes.has(target) || target.scope.length > namespaces) return false;
  return !classFiles || target.scope.at(-1) !== /[^.]+/.exec(fileNameOf(target.path))?.[0];
}

export function isMember({ kind, language, scope }: Target): boolean {
  if (kind === 'method') return true;
  // Types and constants in an impl or a trait, which are not found by their name alone.
  const { implBlocks, functionsAreMembers } = languageRules(language);
  if (implBlocks && (kind === 'type' || kind === 'constant')) return beginsWithCapital(scope.at(-1) ?? '');
  return kind === 'function' && scope.length > 0 && functionsAreMembers;
}

/** Returns a type as a file writes it. */
export function saidBy({ name, from }: TypeName): string {
  return from === null ? name : `${from}.${name}`;
}
